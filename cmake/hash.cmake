# cmake -DOF=FILE -DOUT=HEADER -P hash.cmake: a header with the hash of FILE,
# written only when that changed.
file(SHA256 ${OF} hash)
file(CONFIGURE OUTPUT ${OUT} CONTENT "#define LOFT_IMPL_HASH \"${hash}\"\n")
