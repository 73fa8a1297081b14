set -e
OUT=$1
TTF=/usr/share/fonts/truetype/noto
CJK=/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc
LATIN=0020-036F,0370-052F,1AB0-1AFF,1C80-1C8F,1D00-1FFF,2000-20CF,20F0,2100-218F,2190-2193,2212,25CC,2C60-2C7F,2DE0-2DFF,A640-A69F,A720-A7FF,AB30-AB6F,FB00-FB06,FFFD
HAN=3000-33FF,3400,4E00-9FFF,AC00-D7A3,F900-FAFF,FF00-FFEF,20B9F,20BB7,29E3D
SYMBOLS=0020,2150-218F,2190-23FF,2460-27BF,2B00-2BFF,1F000-1FAFF
subset() { /usr/bin/python3 -m fontTools.subset "$1" --output-file="$OUT/$2" --no-hinting --notdef-outline "${@:3}"; }

for style in Regular Bold; do
  subset $TTF/NotoSans-$style.ttf NotoSans-$style.ttf --unicodes=$LATIN
done
for script in Arabic Armenian Bengali Devanagari Ethiopic Georgian Gujarati Gurmukhi Hebrew Kannada Khmer Lao Malayalam \
  Myanmar Oriya Sinhala Tamil Telugu Thaana Thai; do
  subset $TTF/NotoSans$script-Regular.ttf NotoSans$script-Regular.ttf --unicodes='*'
done
subset $TTF/NotoSerifTibetan-Regular.ttf NotoSerifTibetan-Regular.ttf --unicodes='*'
for name in Math Symbols Symbols2; do
  subset $TTF/NotoSans$name-Regular.ttf NotoSans$name-Regular.ttf --layout-features= --unicodes=$SYMBOLS
done
subset $CJK NotoSansCJKjp-Regular.otf --font-number=0 --layout-features= --unicodes=0020,$HAN
