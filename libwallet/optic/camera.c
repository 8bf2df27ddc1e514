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

#define INSTEAD "pictures (PNG, JPEG) and streams work too: ffmpeg -i clip.mp4 -f yuv4mpegpipe - | qr-scan -"

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

/* A signal is no reason to give up in the middle of setting up. */
static int call(const struct sn_camera *c, unsigned long request, void *argument)
{
	int ret;
	do
		ret = ioctl(c->fd, request, argument);
	while (ret < 0 && errno == EINTR);
	return ret;
}

static int trouble(const struct sn_camera *c, struct sn_error *err, const char *what)
{
	return sn_error_errno(err, "the camera %s: %s", c->device, what);
}

/* ------------------------------------------------------------------ what there is */

/* "/dev/video2, /dev/video4", or "none". */
static void list_devices(char *out, size_t size, const char *but)
{
	size_t n = 0;
	DIR *directory = opendir("/dev");
	struct dirent *entry;
	snprintf(out, size, "none");
	while (directory && (entry = readdir(directory))) {
		char path[64];
		if (strncmp(entry->d_name, "video", 5) || entry->d_name[5] < '0' || entry->d_name[5] > '9' ||
		    snprintf(path, sizeof path, "/dev/%s", entry->d_name) >= (int)sizeof path ||
		    !strcmp(path, but) || n + strlen(path) + 3 > size)
			continue;
		n += (size_t)snprintf(out + n, size - n, "%s%s", n ? ", " : "", path);
	}
	if (directory)
		closedir(directory);
}

static int no_camera(const char *device, struct sn_error *err, const char *why)
{
	char others[120];
	list_devices(others, sizeof others, device);
	return sn_error_set(
		err, SN_IO,
		"no camera: looked for a Video4Linux device at %.80s (%s); others in /dev: %s; %s", device,
		why, others, INSTEAD);
}

static int open_device(struct sn_camera *c, struct sn_error *err)
{
	struct v4l2_capability able = {0};
	struct stat status;
	c->fd = open(c->device, O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
	if (c->fd < 0)
		return no_camera(c->device, err,
				 errno == EACCES ? "not allowed to open it: the group video may"
						 : strerror(errno));
	if (fstat(c->fd, &status) || !S_ISCHR(status.st_mode) || call(c, VIDIOC_QUERYCAP, &able))
		return no_camera(c->device, err, "what is there is no such device");
	uint32_t what = able.capabilities & V4L2_CAP_DEVICE_CAPS ? able.device_caps : able.capabilities;
	if (!(what & V4L2_CAP_VIDEO_CAPTURE) || !(what & V4L2_CAP_STREAMING))
		return no_camera(c->device, err,
				 "what is there gives no pictures, or not as a stream of one plane");
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

/* Pictures a second at best; what does not say is taken to do well. */
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

/* Smaller is better: first the size (a smaller picture may not show the code at all), then the rate, then
 * what is not compressed. Over USB 2, 1280 x 720 come at 10 a second without compression, and at 30 with
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
		return sn_error_set(err, SN_IO, "the camera %s has no format that can be read here; %s",
				    c->device, INSTEAD);
	if (call(c, VIDIOC_S_FMT, &chosen))
		return trouble(c, err, "cannot set its format");
	const struct v4l2_pix_format *pix = &chosen.fmt.pix;
	if (!sn_camera_format_is_known(pix->pixelformat) || !pix->width || !pix->height ||
	    pix->width > SIDE_MAX || pix->height > SIDE_MAX)
		return sn_error_set(err, SN_IO,
				    "the camera %s has set another format than the one that was asked for",
				    c->device);
	c->format = (struct sn_camera_format){pix->pixelformat, pix->width, pix->height, pix->bytesperline};

	/* Not every driver can; then it is as fast as it is. */
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

static int start(struct sn_camera *c, struct sn_error *err)
{
	struct v4l2_requestbuffers wanted = {
		.count = BUFFERS_MAX, .type = V4L2_BUF_TYPE_VIDEO_CAPTURE, .memory = V4L2_MEMORY_MMAP};
	if (call(c, VIDIOC_REQBUFS, &wanted))
		return errno == EBUSY ? sn_error_set(err, SN_IO, "the camera %s is in use by another program",
						     c->device)
				      : trouble(c, err, "has no buffers");
	for (unsigned i = 0; i < wanted.count && i < BUFFERS_MAX; i++) {
		struct v4l2_buffer b = buffer(i);
		if (call(c, VIDIOC_QUERYBUF, &b))
			return trouble(c, err, "cannot say where a buffer is");
		void *data = mmap(NULL, b.length, PROT_READ | PROT_WRITE, MAP_SHARED, c->fd, b.m.offset);
		if (data == MAP_FAILED)
			return trouble(c, err, "cannot map a buffer");
		c->buffers[c->n].data = data;
		c->buffers[c->n++].len = b.length;
		if (call(c, VIDIOC_QBUF, &b))
			return trouble(c, err, "does not take a buffer");
	}
	if (!c->n)
		return sn_error_set(err, SN_IO, "the camera %s has no buffers", c->device);
	int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
	if (call(c, VIDIOC_STREAMON, &type))
		return errno == EBUSY ? sn_error_set(err, SN_IO, "the camera %s is in use by another program",
						     c->device)
				      : trouble(c, err, "does not start");
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

/* *got is false when none is ready. */
static int take_out(struct sn_camera *c, struct v4l2_buffer *b, bool *got, struct sn_error *err)
{
	*b = buffer(0);
	*got = !call(c, VIDIOC_DQBUF, b);
	if (!*got && errno != EAGAIN && errno != EIO) /* EIO: a picture was lost */
		return trouble(c, err, errno == ENODEV ? "is gone" : "gives no pictures");
	if (*got && b->index >= c->n)
		return sn_error_set(err, SN_IO, "the camera %s names a buffer that it does not have",
				    c->device);
	return SN_OK;
}

/* Older pictures go back unread, so that what is seen is what is there now. */
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
			ret = trouble(c, err, "does not take a buffer back");
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
		return ready < 0 && errno != EINTR ? trouble(c, err, "cannot be waited for") : SN_OK;
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
	return call(c, VIDIOC_QBUF, &b) ? trouble(c, err, "does not take a buffer back") : SN_OK;
}
