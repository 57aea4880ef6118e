# embed.cmake - write a file as a C array: cmake -DFROM=x.cu -DTO=x.c -DNAME=wr_text_x -P embed.cmake
file(READ ${FROM} hex HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
string(REGEX REPLACE "(................................................................................)" "\\1\n" bytes "${bytes}")
file(WRITE ${TO} "/* generated from ${FROM} */\nextern const char ${NAME}[];\nconst char ${NAME}[] = {\n${bytes}0};\n")
