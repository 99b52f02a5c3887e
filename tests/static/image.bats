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

# in_image ARGUMENT...: the command as its user, by crun or chroot.
in_image() {
	local arguments
	arguments=$(jq -cn '$ARGS.positional' --args -- /usr/bin/superflip "$@")
	if [ -e "$BATS_FILE_TMPDIR/runs" ]; then
		jq --argjson args "$arguments" '.process.args = $args | .process.terminal = false' "$bundle/config.json.whole" >"$bundle/config.json"
		crun run --bundle "$bundle" "superflip-$BATS_TEST_NUMBER-$BASHPID"
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
	cp "$bundle/config.json" "$bundle/config.json.whole"
	jq '.process.args = ["/usr/bin/superflip", "--version"] | .process.terminal = false' "$bundle/config.json.whole" >"$bundle/config.json"
	if crun run --bundle "$bundle" "superflip-$$" >/dev/null 2>&1; then
		touch "$BATS_FILE_TMPDIR/runs"
	fi
	run -0 in_image --version
	[ "${lines[0]}" = "$("$SUPERFLIP" --version | head -n 1)" ]
	run -0 in_image pdb path
	[[ $output == /tables* ]]
	run -0 in_image solve -q --puzzle 2x2 "R U2 F"
	[[ $output == "3*  "* ]]
	if [ -e "$BATS_FILE_TMPDIR/runs" ]; then
		return  # the root directory of a bundle is read-only to crun; volumes are its caller's
	fi
	run -0 in_image pdb build -q corners
	run -0 in_image solve -q --heuristic corners "R U R' U'"
	[[ $output == "4*  "* ]]
	[ "$(stat -c %u "$bundle/rootfs/tables/corners-htm.pdb")" = 65532 ]
}
