# A formula for Homebrew on Linux. `make dist` writes it to build/dist with the archive's address (HOMEPAGE=...) and checksum:
#     brew install --formula build/dist/superflip.rb
# The program needs a linker for ELF files; on macOS the npm package has the command (npx superflip).
class Superflip < Formula
  desc "Provably shortest solutions of the Rubik's Cube"
  homepage "@HOMEPAGE@"
  url "@HOMEPAGE@/releases/superflip-@VERSION@.tar.xz"
  sha256 "@SHA256@"
  license "MIT"

  depends_on "pkgconf" => :test
  depends_on "scdoc" => :build
  depends_on "jansson"
  depends_on "libmicrohttpd"
  depends_on :linux
  depends_on "xxhash"

  def install
    system "make", "install", "PREFIX=#{prefix}", "MPICC=", "CC=#{ENV.cc}"
  end

  test do
    assert_match(/^3\*  /, shell_output("#{bin}/superflip solve -q --puzzle 2x2 'R U2 F'"))
    (testpath/"test.c").write <<~C
      #include <superflip.h>
      int main(void) { return *superflip_version() == '\\0'; }
    C
    flags = shell_output("pkg-config --cflags --libs superflip").split
    system ENV.cc, "test.c", *flags, "-o", "test"
    system "./test"
  end
end
