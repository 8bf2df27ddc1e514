#!/usr/bin/env python3
# tests/static/console.py IMAGE STICK - start IMAGE of samples/cold-usb in qemu, with STICK as a USB stick, and type on its serial
# console: look at the machine, create a wallet, sign the file on the stick, power off. Prints a line for each step.
import os
import select
import subprocess
import sys
import time

PROMPT = b"offline$ "


class Machine:
    def __init__(self, image, stick):
        # A network device is present, to see that the image does not know it. Nothing is connected to it.
        self.process = subprocess.Popen(
            ["qemu-system-x86_64", "-nodefaults", "-no-reboot", "-m", "512", "-display", "none", "-serial", "stdio",
             "-drive", f"file={image},format=raw,id=system,if=none,snapshot=on", "-device", "qemu-xhci",
             "-device", "usb-storage,drive=system,bootindex=1",
             "-netdev", "user,id=net,restrict=on", "-device", "e1000,netdev=net", "-device", "virtio-net-pci",
             "-drive", f"id=stick,if=none,format=raw,file={stick}",
             "-device", "usb-storage,drive=stick"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.said = b""

    def wait_for(self, text, seconds):
        end = time.time() + seconds
        while text not in self.said:
            ready = select.select([self.process.stdout], [], [], max(0, end - time.time()))[0]
            data = os.read(self.process.stdout.fileno(), 65536) if ready else b""
            if not data:
                self.process.kill()
                sys.stdout.write(self.said[-4000:].decode(errors="replace"))
                sys.exit(f"not ok the machine did not print {text!r} within {seconds} s")
            self.said += data
        before, self.said = self.said.split(text, 1)
        return before.decode(errors="replace")

    def type(self, line):
        self.process.stdin.write(line.encode())

    def run(self, command, seconds=120):
        """The output of a command, which must succeed."""
        self.type(f"{command}; echo status-$?\r")
        output = self.wait_for(b"status-0\r\n", seconds)
        self.wait_for(PROMPT, seconds)
        return output.split("\r\n", 1)[1]


def main():
    start = time.time()
    machine = Machine(*sys.argv[1:3])
    machine.wait_for(b"(s)", 120)
    machine.type("s")
    greeting = machine.wait_for(PROMPT, 600)
    assert "confined: no network" in greeting, greeting
    print(f"ok the shell has started after {time.time() - start:.0f} s; the programs are confined")
    assert machine.run("ls /sys/class/net").split() == ["lo"]
    print("ok two network devices have no driver; there is only the loopback interface")
    machine.run("[ $(id -u) = 1000 ] && ! touch /x 2>/dev/null && ! echo >/dev/sda 2>/dev/null")
    print("ok the user cannot change the system")
    machine.run("for i in 1 2 3 4 5 6 7 8 9; do [ -s /media/sd?/unsigned ] && break; sleep 2; done; cd /media/sd?")
    machine.run("cold-new -w master --password=x --seed-file=words")
    review = machine.run("cold-sign -w master --password=x --yes -o signed unsigned")
    assert "1.250000000000 XMR" in review, review
    print("ok cold-new and cold-sign have worked on the stick")
    machine.run("(cd /bin && sha256sum cold-* ki-restore qr-* wallet-*) >sums")
    machine.type("cd; exit\r")
    machine.process.wait(120)
    print(f"ok the machine is off after {time.time() - start:.0f} s")


main()
