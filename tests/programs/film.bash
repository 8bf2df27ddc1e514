# tests/programs/film.bash - distort a stream of codes with ffmpeg, like a cheap camera.
#
#     film_available                               # or the test is skipped
#     qr-show --format=y4m FILE | film clip.mp4 640x480 noise=25
#     watch clip.mp4 -o out                        # qr-scan on it

film_available() {
	command -v ffmpeg >/dev/null || skip "needs ffmpeg (Debian package ffmpeg)"
}

# film CLIP WIDTHxHEIGHT [NAME=VALUE]... <Y4M: film it in bad light with an unsteady hand. In this order: there is something grey
# around the code, `margin` times as large as it; it turns to and fro by `degrees`; it is seen at an angle, so that its right edge is
# `skew` per cent shorter than the left one; the picture gets its size, and is blurred (`blur`: standard deviation in pixels); contrast
# becomes 80 %, and brightness goes up and down by 10 % of white; noise comes on top (`noise`: ffmpeg's strength), the same one
# each time; a third of the pictures is lost, in no even order; and what is left becomes H.264 (`crf`: of 51, larger is worse).
film() {
	local clip=$1 size=$2 margin=1.25 degrees=5 skew=9 blur=1 noise=20 crf=28
	shift 2
	local setting filters less
	for setting; do
		local "${setting?}"
	done
	# What each corner moves by, over the whole width; the code has a part of that.
	less="$margin*$skew/200"
	filters="pad=w=ceil($margin*iw):h=ceil($margin*ih):x=-1:y=-1:color=0x707070"
	filters+=",rotate=a='$degrees*PI/180*sin(n/4+1)':fillcolor=0x707070"
	filters+=",perspective=sense=destination:x0=0:y0=0:x1=W:y1=H*$less:x2=0:y2=H:x3=W:y3=H-H*$less"
	filters+=",pad=w='ceil(ih*${size%x*}/${size#*x})':h=ih:x=-1:y=-1:color=0x707070"
	filters+=",scale=${size/x/:},gblur=$blur"
	filters+=",eq=eval=frame:contrast=0.8:brightness='0.1*sin(n/3)',noise=all_seed=7:c0s=$noise:c0f=t"
	filters+=",select='gte(mod(n*n*0.618034\,1)\,1/3)'"
	ffmpeg -nostdin -v error -y -f yuv4mpegpipe -i - -vf "$filters" -fps_mode vfr \
		-c:v libx264 -preset veryfast -crf "$crf" -pix_fmt yuv420p -f mp4 "$clip"
}

# pictures FILE: how many there are in a clip or stream.
pictures() {
	ffprobe -v error -count_frames -select_streams v -show_entries stream=nb_read_frames -of csv=p=0 "$1"
}

# watch CLIP [OPTION OF qr-scan]...
watch() {
	local clip=$1
	shift
	ffmpeg -nostdin -v quiet -i "$clip" -f yuv4mpegpipe - | qr-scan "$@" -
}
