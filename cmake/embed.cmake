# embed.cmake - write a text as a C array: cmake -DFROM=x.cu -DTO=x.c -DNAME=wr_text_x -P embed.cmake
#
# Comments and indentation are left out: the texts are a good part of the library.
file(READ ${FROM} text)
string(REGEX REPLACE "/[*]([^*]|[*]+[^*/])*[*]+/" "" text "${text}")
string(REGEX REPLACE "\n[ \t\n]+" "\n" text "${text}")
file(WRITE ${TO}.txt "${text}")
file(READ ${TO}.txt hex HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
string(REGEX REPLACE "(................................................................................)" "\\1\n" bytes "${bytes}")
file(WRITE ${TO} "/* generated from ${FROM} */\nextern const char ${NAME}[];\nconst char ${NAME}[] = {\n${bytes}0};\n")
