#!/bin/bash
# examples.sh - every example in C runs (those that take long, a quick variant), the tour leaves no blanks at the end
# of a line, and the README's program is examples/c/hello.c.
set -eu

# A hundred questions to the server, sent at once, have a hundred answers.
visit() {
    python3 - "$1" << 'END'
import socket, subprocess, sys
server = subprocess.Popen([sys.argv[1], "quick"], stdout=subprocess.PIPE, text=True)
port = int(server.stdout.readline().split()[1])
with socket.create_connection(("127.0.0.1", port)) as s:
    s.sendall(b"".join(b"%d -0.5\n" % i for i in range(100)))
    s.shutdown(socket.SHUT_WR)
    answers = dict(line.split(": ") for line in s.makefile())
print(len(answers), "answers; 3 -0.5:", answers["3 -0.5"])
sys.exit(server.wait() or len(answers) != 100 or len(set(map(float, answers.values()))) < 50)
END
}

for source in "$TEST_SOURCE"/examples/c/*.c; do
    name=$(basename "$source" .c)
    echo "== $name"
    case $name in
    lenet) "$TEST_BUILD/examples/c/$name" quick | tee "$name.said" ;;
    server) visit "$TEST_BUILD/examples/c/$name" ;;
    *) "$TEST_BUILD/examples/c/$name" ;;
    esac
done

# It learns: most of the synthetic images are classified correctly.
awk '/test accuracy/ { last = $NF } END { exit !(last > 0.8) }' lenet.said || {
    echo "lenet has not learned"
    exit 1
}

# A saved network is where the next run begins, and Python reads the same file.
"$TEST_BUILD/examples/c/lenet" quick net.safetensors > first.said
"$TEST_BUILD/examples/c/lenet" quick net.safetensors > second.said
grep -q "continues with net.safetensors" second.said
awk '/test accuracy/ { last = $NF } END { exit !(last > 0.8) }' second.said
if PYTHONPATH=$TEST_BUILD/python python3 -c 'import weir' 2> /dev/null; then
    PYTHONPATH=$TEST_BUILD/python python3 - << 'END'
from weir import nn
net = nn.Sequential(nn.Conv2d(1, 6, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(6, 16, 5), nn.ReLU(),
                    nn.MaxPool2d(2), nn.Flatten(), nn.Linear(400, 120), nn.ReLU(), nn.Linear(120, 84), nn.ReLU(),
                    nn.Linear(84, 10))
net.load("net.safetensors")
net.save("net.safetensors")
END
    "$TEST_BUILD/examples/c/lenet" quick net.safetensors | grep "continues with"
fi

if "$TEST_BUILD/examples/c/tour" | grep -n ' $'; then
    echo "these lines of the tour end with a blank"
    exit 1
fi

# The C in the README is hello.c below its first comment, word for word.
python3 - "$TEST_SOURCE/README.md" "$TEST_SOURCE/examples/c/hello.c" << 'END'
import sys
readme, hello = (open(path).read() for path in sys.argv[1:])
shown = readme.split("```c\n")[1].split("```")[0]
sys.exit(0 if shown == hello[hello.index("#include"):] else
         "the program in README.md is not that of examples/c/hello.c")
END
