#!/usr/bin/env bats
# The version stands in include/superflip.h; files that cannot take it from there agree with it.

@test "the command, CHANGELOG.md, CITATION.cff, Debian's changelog, Python and openapi.yaml have the version and date of the header" {
	cd "$BATS_TEST_DIRNAME/../.."
	version=$(awk '/define SUPERFLIP_VERSION_(MAJOR|MINOR|PATCH) /{v = v dot $3; dot = "."} END{print v}' include/superflip.h)
	[ "$("$SUPERFLIP" --version)" = "superflip $version" ]
	read -r release released < <(sed -n 's/^## \([0-9.]*\) - /\1 /p' CHANGELOG.md)
	[[ $released =~ ^[0-9]{4}-[0-9]{2}-[0-9]{2}$ ]]
	[ "$release" = "$version" ] || grep -qx "## $version (unreleased)" CHANGELOG.md
	while IFS='|' read -r file line; do
		grep -qxF -- "$line" "$file" || { echo "$file: no line '$line'"; false; }
	done <<-EOF
		CITATION.cff|version: $release
		CITATION.cff|date-released: $released
		bindings/python/src/superflip/_version.py|VERSION = "$version"
		doc/openapi.yaml|                  version: {type: string, example: $version}
		include/superflip.h|/** The version of the library that is linked, "$version". */
	EOF
	[[ $(head -n 1 packaging/debian/changelog) == "superflip ($version-"* ]]
}
