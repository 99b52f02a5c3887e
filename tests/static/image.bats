#!/usr/bin/env bats
# The image (make image): what it says of itself, and that its command runs, by a container runtime where the machine lets one run,
# else its layers in a root directory.

setup_file() {
	bats_require_minimum_version 1.5.0
	[ "$(id -u)" = 0 ] || skip "layers with their owners, and chroot, take root"
	export bundle="$BATS_FILE_TMPDIR/bundle" image="$BATS_FILE_TMPDIR/image"
	mkdir "$image"
	tar -C "$image" -xf "$STATIC_OUT"/superflip-*-image-"$(uname -m)".tar
	tag=$(umoci ls --layout "$image")
	umoci unpack --image "$image:$tag" "$bundle"
}

# in_container ARGUMENT...: the command as its user, by crun, with $volume in place of the image's volume. What crun finds mounted as
# control groups is of one version, also on machines that have both.
in_container() {
	local arguments
	arguments=$(jq -cn '$ARGS.positional' --args -- /usr/bin/superflip "$@")
	[ -e "$bundle/config.json.whole" ] || cp "$bundle/config.json" "$bundle/config.json.whole"
	jq --argjson args "$arguments" --arg volume "$volume" '.process.args = $args | .process.terminal = false
		| .mounts |= map(select(.destination != "/tables")) + [{destination: "/tables", type: "bind", source: $volume, options: ["bind", "rw"]}]' \
		"$bundle/config.json.whole" >"$bundle/config.json"
	unshare --mount sh -c 'mount -t cgroup2 none /sys/fs/cgroup; exec crun --cgroup-manager=disabled run --bundle "$@"' crun \
		"$bundle" "superflip-$BATS_TEST_NUMBER-$BASHPID"
}

# The same by crun or chroot.
in_image() {
	if [ -e "$BATS_FILE_TMPDIR/runs" ]; then
		in_container "$@"
	else
		env -i SUPERFLIP_PDB_DIR=/tables HOME=/tables "$(command -v chroot)" --userspec=65532:65532 "$bundle/rootfs" /usr/bin/superflip "$@"
	fi
}

@test "its command is superflip, its user is no root, its tables are a volume" {
	for machine in x86_64:amd64 aarch64:arm64; do
		mkdir -p "$BATS_TEST_TMPDIR/${machine%:*}"
		cd "$BATS_TEST_TMPDIR/${machine%:*}"
		tar -xf "$STATIC_OUT"/superflip-*-image-"${machine%:*}".tar
		manifest=$(jq -r '.manifests[0].digest' index.json)
		config=$(jq -r .config.digest "blobs/${manifest/://}")
		[ "$(jq -r '.architecture' "blobs/${config/://}")" = "${machine#*:}" ]
		[ "$(jq -c '[.config.Entrypoint, .config.User, .config.Volumes]' "blobs/${config/://}")" = \
			'[["/usr/bin/superflip"],"65532:65532",{"/tables":{}}]' ]
		for blob in blobs/sha256/*; do
			[ "$(sha256sum <"$blob" | cut -d ' ' -f 1)" = "${blob##*/}" ]
		done
	done
}

@test "its layers have the program, its user, and places to write" {
	run -0 find "$bundle/rootfs" -type f -printf '%P %m %u\n'
	[ "$(sort <<<"$output")" = $'etc/group 644 root\netc/passwd 644 root\nusr/bin/superflip 755 root\nusr/share/doc/superflip/licences.txt 644 root' ]
	[ "$(stat -c %a "$bundle/rootfs/tables")" = 1777 ]
}

@test "it solves, and keeps the tables that it builds" {
	volume=$BATS_TEST_TMPDIR/volume
	install -d -o 65532 -g 65532 "$volume"
	if in_container --version >/dev/null 2>"$BATS_TEST_TMPDIR/why"; then
		touch "$BATS_FILE_TMPDIR/runs"
	else
		echo "# by chroot, since crun says: $(head -n 1 "$BATS_TEST_TMPDIR/why")" >&3
		volume=$bundle/rootfs/tables
	fi
	run -0 in_image --version
	[ "${lines[0]}" = "$("$SUPERFLIP" --version | head -n 1)" ]
	run -0 in_image pdb path
	[[ $output == /tables* ]]
	run -0 in_image solve -q --puzzle 2x2 "R U2 F"
	[[ $output == "3*  "* ]]
	run -0 in_image pdb build -q corners
	run -0 in_image solve -q --heuristic corners "R U R' U'"
	[[ $output == "4*  "* ]]
	[ "$(stat -c %u "$volume/corners-htm.pdb")" = 65532 ]
}

@test "that for aarch64 solves, under emulation" {
	command -v qemu-aarch64 >/dev/null || skip "qemu-aarch64 (Debian package qemu-user) is not installed"
	mkdir "$BATS_TEST_TMPDIR/image"
	tar -C "$BATS_TEST_TMPDIR/image" -xf "$STATIC_OUT"/superflip-*-image-aarch64.tar
	umoci unpack --image "$BATS_TEST_TMPDIR/image:$(umoci ls --layout "$BATS_TEST_TMPDIR/image")" "$BATS_TEST_TMPDIR/bundle"
	run -0 qemu-aarch64 "$BATS_TEST_TMPDIR/bundle/rootfs/usr/bin/superflip" solve -q --puzzle 2x2 "R U2 F"
	[[ $output == "3*  "* ]]
}
