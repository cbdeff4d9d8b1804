# cached.sh CLANG PLUGIN SOURCE OUTPUT: compiles through ccache.
exec ccache "$1" -O2 -fplugin="$2" -c "$3" -o "$4"
