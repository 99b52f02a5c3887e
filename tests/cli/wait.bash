# Waiting for what a program does, not for a time in which a quick machine would have done it.

# Wait until a command succeeds, asked less often after a while: it takes a processor that others wait for. The end after a few minutes is only there so that a fault does not hang for ever.
wait_until() {
	local n
	for ((n = 0; n < 3000; n++)); do
		"$@" && return
		if ((n < 20)); then sleep 0.02; else sleep 0.1; fi
	done
	echo "waited in vain until: $*" >&2
	return 1
}

# Whether process PID has taken so many hundredths of a second of processor time.
has_worked() {
	[ "$(awk '{ print $14 + $15 }' "/proc/$1/stat")" -ge "$2" ]
}

# Whether process PID catches SIGTERM by now.
catches_term() {
	local caught
	caught=$(sed -n 's/^SigCgt:\s*//p' "/proc/$1/status")
	((0x$caught >> 14 & 1))
}

# ends_with STATUS PID: wait for a process in the background, which must end so.
ends_with() {
	local code=0
	wait "$2" || code=$?
	[ "$code" -eq "$1" ] || { echo "exit status $code, not $1" >&2; false; }
}
