#!/bin/sh
# Debian packages that tactful uses beside Python: Korean and Russian readers, fonts to draw replacements with,
# and Chromium for the world's pages.
# As root they are installed; otherwise the one line to run is named. Only python3-venv is a must.
set -eu

wanted="fonts-dejavu-core fonts-noto-cjk tesseract-ocr tesseract-ocr-kor tesseract-ocr-rus"
# The world's pages: a browser, and faces that apps are set in.
wanted="$wanted chromium fonts-roboto-unhinted fonts-open-sans fonts-lato fonts-inter fonts-jetbrains-mono fonts-liberation"
version=$(python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    echo "tactful needs Python 3.11 or newer; python3 is $version" >&2
    exit 2
}
python3 -c 'import ensurepip, venv' 2>/dev/null || wanted="python3-venv $wanted"

command -v dpkg-query >/dev/null 2>&1 || exit 0 # not Debian: readers and fonts are found where they are
missing=""
for package in $wanted; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q "ok installed" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ]; then
    echo "installing:$missing" >&2
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    # shellcheck disable=SC2086
    apt-get install -y -qq --no-install-recommends $missing >/dev/null
else
    echo "some packages are missing; run this once:" >&2
    echo "    sudo apt-get install$missing" >&2
    case "$missing" in *python3-venv*) exit 2 ;; esac
    echo "(without them Korean and Russian lines are masked unread, and some fonts fall back)" >&2
fi
