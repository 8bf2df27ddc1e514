/* Source: the kernel's "Video for Linux API" (userspace-api/media/v4l), streaming I/O with memory mapping. */
#include "optic/camera.h"
#include "optic/camera_convert.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define WIDTH 1280
#define HEIGHT 720
#define PER_SECOND 30
#define BUFFERS_MAX 4
#define FORMATS_MAX 64
#define SIDE_MAX 8192

#define HINT_CAMERA \
	"use --camera=DEVICE, or a picture, or a video stream: ffmpeg -i clip.mp4 -f yuv4mpegpipe - | qr-scan -"
#define HINT_FILES \
	"use pictures (PNG, JPEG) or a video stream: ffmpeg -i clip.mp4 -f yuv4mpegpipe - | qr-scan -"

struct sn_camera {
	int fd;
	char *device;
	struct sn_camera_format format;
	bool is_streaming;
	unsigned n;
	struct {
		void *data;
		size_t len;
	} buffers[BUFFERS_MAX];
};

/* Repeat the call after a signal. */
static int call(const struct sn_camera *c, unsigned long request, void *argument)
{
	int ret;
	do
		ret = ioctl(c->fd, request, argument);
	while (ret < 0 && errno == EINTR);
	return ret;
}

static int failure(const struct sn_camera *c, struct sn_error *err, const char *problem)
{
	return sn_error_errno(err, "camera %s: %s", c->device, problem);
}

/* ------------------------------------------------------------------ devices */

/* "/dev/video2, /dev/video4", or "none"; without `except`. */
static void list_devices(char *out, size_t size, const char *except)
{
	size_t n = 0;
	DIR *directory = opendir("/dev");
	struct dirent *entry;
	snprintf(out, size, "none");
	while (directory && (entry = readdir(directory))) {
		char path[64];
		if (strncmp(entry->d_name, "video", 5) || entry->d_name[5] < '0' || entry->d_name[5] > '9' ||
		    snprintf(path, sizeof path, "/dev/%s", entry->d_name) >= (int)sizeof path ||
		    !strcmp(path, except) || n + strlen(path) + 3 > size)
			continue;
		n += (size_t)snprintf(out + n, size - n, "%s%s", n ? ", " : "", path);
	}
	if (directory)
		closedir(directory);
}

static int no_camera(const char *device, struct sn_error *err, const char *reason, const char *hint)
{
	char others[120];
	list_devices(others, sizeof others, device);
	return sn_error_hint(
		err,
		sn_error_set(
			err, SN_IO,
			"no camera: %.80s is not a usable Video4Linux device (%s); other devices in /dev: %s",
			device, reason, others),
		"%s", hint);
}

static int open_device(struct sn_camera *c, struct sn_error *err)
{
	struct v4l2_capability able = {0};
	struct stat status;
	c->fd = open(c->device, O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
	if (c->fd < 0 && errno == EACCES)
		return no_camera(c->device, err, strerror(errno), "add your user to the group video");
	if (c->fd < 0)
		return no_camera(c->device, err, strerror(errno), HINT_CAMERA);
	if (fstat(c->fd, &status) || !S_ISCHR(status.st_mode) || call(c, VIDIOC_QUERYCAP, &able))
		return no_camera(c->device, err, "another kind of file or device", HINT_CAMERA);
	uint32_t flags = able.capabilities & V4L2_CAP_DEVICE_CAPS ? able.device_caps : able.capabilities;
	if (!(flags & V4L2_CAP_VIDEO_CAPTURE) || !(flags & V4L2_CAP_STREAMING))
		return no_camera(c->device, err, "it cannot stream single-plane video", HINT_CAMERA);
	return SN_OK;
}

/* ------------------------------------------------------------------ the format */

static struct v4l2_format wish(uint32_t pixels)
{
	struct v4l2_format f = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
	f.fmt.pix.width = WIDTH;
	f.fmt.pix.height = HEIGHT;
	f.fmt.pix.pixelformat = pixels;
	f.fmt.pix.field = V4L2_FIELD_NONE;
	return f;
}

/* The highest number of pictures per second; PER_SECOND if the device does not list its rates. */
static unsigned rate_of(const struct sn_camera *c, const struct v4l2_pix_format *pix)
{
	struct v4l2_frmivalenum interval = {
		.pixel_format = pix->pixelformat, .width = pix->width, .height = pix->height};
	unsigned best = 0;
	for (; interval.index < 64 && !call(c, VIDIOC_ENUM_FRAMEINTERVALS, &interval); interval.index++) {
		const struct v4l2_fract *shortest = interval.type == V4L2_FRMIVAL_TYPE_DISCRETE
							    ? &interval.discrete
							    : &interval.stepwise.min;
		unsigned rate = shortest->numerator ? shortest->denominator / shortest->numerator : 0;
		best = rate > best ? rate : best;
		if (interval.type != V4L2_FRMIVAL_TYPE_DISCRETE)
			break;
	}
	return best ? best : PER_SECOND;
}

/* Smaller is better: first the size (the code may be unreadable in a smaller picture), then the rate, then
 * the lack of compression. Over USB 2, 1280 x 720 has 10 pictures per second without compression, and 30 with
 * it. */
static uint64_t badness(const struct sn_camera *c, const struct v4l2_pix_format *pix)
{
	uint64_t size = (uint64_t)pix->width * pix->height, wanted = (uint64_t)WIDTH * HEIGHT;
	uint64_t off = size < wanted ? 2 * (wanted - size) : size - wanted;
	unsigned rate = rate_of(c, pix);
	bool is_jpeg = pix->pixelformat == V4L2_PIX_FMT_MJPEG || pix->pixelformat == V4L2_PIX_FMT_JPEG;
	return off << 16 | (uint64_t)(rate < PER_SECOND ? PER_SECOND - rate : 0) << 8 | is_jpeg;
}

static int choose_format(struct sn_camera *c, struct sn_error *err)
{
	struct v4l2_format chosen = {0};
	uint64_t least = UINT64_MAX;
	struct v4l2_fmtdesc described = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
	for (; described.index < FORMATS_MAX && !call(c, VIDIOC_ENUM_FMT, &described); described.index++) {
		struct v4l2_format f = wish(described.pixelformat);
		if (!sn_camera_format_is_known(described.pixelformat) || call(c, VIDIOC_TRY_FMT, &f) ||
		    f.fmt.pix.pixelformat != described.pixelformat)
			continue;
		uint64_t bad = badness(c, &f.fmt.pix);
		if (bad < least) {
			least = bad;
			chosen = f;
		}
	}
	if (least == UINT64_MAX)
		return sn_error_hint(err,
				     sn_error_set(err, SN_IO, "camera %s has no supported format", c->device),
				     HINT_FILES);
	if (call(c, VIDIOC_S_FMT, &chosen))
		return failure(c, err, "cannot set the format");
	const struct v4l2_pix_format *pix = &chosen.fmt.pix;
	if (!sn_camera_format_is_known(pix->pixelformat) || !pix->width || !pix->height ||
	    pix->width > SIDE_MAX || pix->height > SIDE_MAX)
		return sn_error_set(err, SN_IO, "camera %s did not accept the requested format", c->device);
	c->format = (struct sn_camera_format){pix->pixelformat, pix->width, pix->height, pix->bytesperline};

	/* Some drivers cannot set the rate; any rate works. */
	struct v4l2_streamparm rate = {.type = V4L2_BUF_TYPE_VIDEO_CAPTURE};
	rate.parm.capture.timeperframe = (struct v4l2_fract){1, PER_SECOND};
	(void)call(c, VIDIOC_S_PARM, &rate);
	return SN_OK;
}

/* ------------------------------------------------------------------ the stream */

static struct v4l2_buffer buffer(unsigned index)
{
	return (struct v4l2_buffer){
		.type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP, .index = index};
}

static int start_failure(const struct sn_camera *c, struct sn_error *err, const char *problem)
{
	if (errno != EBUSY)
		return failure(c, err, problem);
	return sn_error_set(err, SN_IO, "camera %s is in use by another program", c->device);
}

static int start(struct sn_camera *c, struct sn_error *err)
{
	struct v4l2_requestbuffers wanted = {
		.count = BUFFERS_MAX, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
	if (call(c, VIDIOC_REQBUFS, &wanted))
		return start_failure(c, err, "it has no buffers");
	for (unsigned i = 0; i < wanted.count && i < BUFFERS_MAX; i++) {
		struct v4l2_buffer b = buffer(i);
		if (call(c, VIDIOC_QUERYBUF, &b))
			return failure(c, err, "cannot query a buffer");
		void *data = mmap(NULL, b.length, PROT_READ | PROT_WRITE, MAP_SHARED, c->fd, b.m.offset);
		if (data == MAP_FAILED)
			return failure(c, err, "cannot map a buffer");
		c->buffers[c->n].data = data;
		c->buffers[c->n++].len = b.length;
		if (call(c, VIDIOC_QBUF, &b))
			return failure(c, err, "cannot queue a buffer");
	}
	if (!c->n)
		return sn_error_set(err, SN_IO, "camera %s has no buffers", c->device);
	int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
	if (call(c, VIDIOC_STREAMON, &type))
		return start_failure(c, err, "cannot start the stream");
	c->is_streaming = true;
	return SN_OK;
}

int sn_camera_open(struct sn_camera **out, const char *device, struct sn_error *err)
{
	struct sn_camera *c = *out = calloc(1, sizeof *c);
	int ret;
	if (!c)
		return sn_error_memory(err);
	c->fd = -1;
	c->device = strdup(device);
	if (!c->device)
		ret = sn_error_memory(err);
	else if (!(ret = open_device(c, err)) && !(ret = choose_format(c, err)))
		ret = start(c, err);
	if (ret) {
		sn_camera_close(c);
		*out = NULL;
	}
	return ret;
}

void sn_camera_close(struct sn_camera *c)
{
	int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
	if (!c)
		return;
	if (c->is_streaming)
		(void)call(c, VIDIOC_STREAMOFF, &type);
	for (unsigned i = 0; i < c->n; i++)
		munmap(c->buffers[i].data, c->buffers[i].len);
	if (c->fd >= 0)
		close(c->fd);
	free(c->device);
	free(c);
}

/* *got is false if no buffer is ready. */
static int take_out(struct sn_camera *c, struct v4l2_buffer *b, bool *got, struct sn_error *err)
{
	*b = buffer(0);
	*got = !call(c, VIDIOC_DQBUF, b);
	if (!*got && errno != EAGAIN && errno != EIO) /* EIO: a picture was lost */
		return failure(c, err, errno == ENODEV ? "disconnected" : "cannot read a picture");
	if (*got && b->index >= c->n)
		return sn_error_set(err, SN_IO, "camera %s returned the invalid buffer %u", c->device,
				    (unsigned)b->index);
	return SN_OK;
}

/* Older pictures are returned unread. */
static int take_newest(struct sn_camera *c, struct v4l2_buffer *newest, bool *got, struct sn_error *err)
{
	struct v4l2_buffer b;
	bool more = true;
	int ret = take_out(c, newest, got, err);
	for (unsigned i = 1; *got && !ret && more && i < c->n; i++) {
		ret = take_out(c, &b, &more, err);
		if (ret || !more)
			break;
		if (call(c, VIDIOC_QBUF, newest))
			ret = failure(c, err, "cannot return a buffer");
		*newest = b;
	}
	return ret;
}

int sn_camera_read(struct sn_camera *c, struct sn_picture *picture, int timeout_ms, bool *got,
		   struct sn_error *err)
{
	struct pollfd waits = {.fd = c->fd, .events = POLLIN};
	struct sn_error ignored;
	struct v4l2_buffer b;
	*got = false;
	int ready = poll(&waits, 1, timeout_ms);
	if (ready <= 0)
		return ready < 0 && errno != EINTR ? failure(c, err, "cannot wait for a picture") : SN_OK;
	int ret = take_newest(c, &b, got, err);
	if (ret || !*got) {
		*got = false;
		return ret;
	}
	const size_t room = c->buffers[b.index].len, len = b.bytesused < room ? b.bytesused : room;
	ret = b.flags & V4L2_BUF_FLAG_ERROR
		      ? SN_BAD_INPUT
		      : sn_camera_convert(picture, &c->format, c->buffers[b.index].data, len, &ignored);
	*got = !ret;
	if (ret == SN_IO)
		return sn_error_memory(err);
	return call(c, VIDIOC_QBUF, &b) ? failure(c, err, "cannot return a buffer") : SN_OK;
}
