#!/usr/bin/env bats
# What is below packaging/, as far as tools of other systems are here to read it; signatures of `make dist`.

setup() {
	bats_require_minimum_version 1.5.0
	unset MAKEFLAGS MFLAGS MAKELEVEL
	cd "$BATS_TEST_DIRNAME/../.."
	version=$(awk '/define SUPERFLIP_VERSION_(MAJOR|MINOR|PATCH) /{v = v dot $3; dot = "."} END{print v}' include/superflip.h)
}

@test "Homebrew's formula is Ruby, and make dist fills it in" {
	make -s dist SIGN_KEY=none HOMEPAGE=https://cube.example.net BUILD_DIR="$BATS_TEST_TMPDIR"
	formula=$BATS_TEST_TMPDIR/dist/superflip.rb
	run ! grep @ "$formula"
	grep -q "url \"https://cube.example.net/releases/superflip-$version.tar.xz\"" "$formula"
	grep -q "sha256 \"$(sha256sum "$BATS_TEST_TMPDIR"/dist/*.tar.xz | cut -d ' ' -f 1)\"" "$formula"
	command -v ruby >/dev/null || skip "ruby is not installed"
	[ "$(ruby -c "$formula")" = "Syntax OK" ]
}

@test "the flake is Nix, and has the version" {
	grep -q "version = \"$version\";" packaging/nix/flake.nix
	command -v nix-instantiate >/dev/null || skip "nix-instantiate (Debian package nix-bin) is not installed"
	nix-instantiate --parse packaging/nix/flake.nix >"$BATS_TEST_TMPDIR/parsed"
	# What it says of its package, with a nixpkgs of nothing.
	cat >"$BATS_TEST_TMPDIR/try.nix" <<'E2'
let
  flake = import FLAKE;
  pkgs = {
    stdenv.mkDerivation = arguments: arguments;
    lib.licenses.mit = "MIT";
    scdoc = 1; jansson = 2; libmicrohttpd = 3; xxHash = 4;
  };
  nixpkgs = {
    lib.genAttrs = names: f: builtins.listToAttrs (map (name: { inherit name; value = f name; }) names);
    legacyPackages = { x86_64-linux = pkgs; aarch64-linux = pkgs; };
  };
  package = (flake.outputs { self = null; inherit nixpkgs; }).packages.aarch64-linux.default;
in
"${package.pname} ${package.version} ${package.meta.license}"
E2
	sed -i "s|FLAKE|$PWD/packaging/nix/flake.nix|" "$BATS_TEST_TMPDIR/try.nix"
	run -0 --separate-stderr env NIX_STATE_DIR="$BATS_TEST_TMPDIR/nix" NIX_STORE_DIR="$BATS_TEST_TMPDIR/store" nix-instantiate --eval "$BATS_TEST_TMPDIR/try.nix"
	[ "$output" = "\"superflip $version MIT\"" ]
}

@test "Debian's files name one maintainer and one page, which build-deb can replace" {
	maintainer=$(sed -n 's/^Maintainer: //p' packaging/debian/control)
	homepage=$(sed -n 's/^Homepage: //p' packaging/debian/control)
	grep -qF -- "-- $maintainer  " packaging/debian/changelog
	grep -qF "$homepage/releases" packaging/debian/watch
	grep -qF "Vcs-Git: $homepage.git" packaging/debian/control
	grep -qF "Source: $homepage" packaging/debian/copyright
	grep -qxF "HOMEPAGE ?= $homepage" mk/packages.mk
	run make -n deb MAINTAINER="Ann <ann@example.net>" HOMEPAGE=https://cube.example.net
	[[ $output == *"--maintainer 'Ann <ann@example.net>' --homepage 'https://cube.example.net'"* ]]
}

@test "make dist signs if there is a key, and says so if there is none" {
	command -v gpg >/dev/null || skip "gpg is not installed"
	export GNUPGHOME=$BATS_TEST_TMPDIR/keys
	mkdir -m 700 "$GNUPGHOME"
	run -0 make -s dist BUILD_DIR="$BATS_TEST_TMPDIR"
	[[ $output == *"is not signed: there is no secret key"* ]]
	[ ! -e "$BATS_TEST_TMPDIR/dist/superflip-$version.tar.xz.asc" ]
	gpg --batch --quiet --passphrase '' --quick-generate-key "Ann <ann@example.net>" default default never
	make -s dist SIGN_KEY=ann@example.net BUILD_DIR="$BATS_TEST_TMPDIR"
	gpg --batch --quiet --verify "$BATS_TEST_TMPDIR/dist/superflip-$version.tar.xz.asc" "$BATS_TEST_TMPDIR/dist/superflip-$version.tar.xz"
	make -s dist SIGN_KEY=none BUILD_DIR="$BATS_TEST_TMPDIR"
	[ ! -e "$BATS_TEST_TMPDIR/dist/superflip-$version.tar.xz.asc" ]
	gpgconf --kill all
}
