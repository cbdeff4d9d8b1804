# together.sh N REPORT CLANG SOURCE OUTPUT: compiles SOURCE N times at once.
for k in $(seq "$1"); do
  $3 -c "$4" -o "$5.$k.o" -fplugin-arg-loft-report="$2" &
done
wait
