/* fake-camera - preloaded into a program, is the camera /dev/video0: a Video4Linux2 device that shows a
 * stream over and over.
 *
 *     LD_PRELOAD=fake-camera.so SN_CAMERA_SHOWS=FILE [SN_CAMERA_FORMAT=GREY|YUYV|NV12|MJPG]
 *         [SN_CAMERA_TROUBLE=...] PROGRAM ...
 *
 * FILE is a YUV4MPEG2 stream of 4:2:0. Trouble: `busy` (another program has it), `silent` (no picture ever
 * comes), `gone` (it is unplugged after three pictures), `broken` (most pictures are marked as such, and
 * are), `waking` (so are the first sixty), `output` (it is no camera, but shows pictures), `formats` (it
 * has none that is known). Rows are padded by 64 bytes. What a driver would refuse (a buffer queued twice,
 * a stream that does not run), it refuses. */
#undef _FORTIFY_SOURCE

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <jpeglib.h>

#define BUFFERS 3
#define PADDING 64

static int camera = -1;
static bool is_streaming, is_queued[BUFFERS];
static unsigned next_buffer, shown, width, height;
static size_t stride, size;
static uint8_t *buffers[BUFFERS];
static FILE *frames;
static long first_frame;

static const char *setting(const char *name)
{
	const char *value = getenv(name);
	return value ? value : "";
}

static bool trouble(const char *which)
{
	return !strcmp(setting("SN_CAMERA_TROUBLE"), which);
}

static uint32_t format(void)
{
	const char *name = setting("SN_CAMERA_FORMAT");
	if (trouble("formats"))
		return V4L2_PIX_FMT_RGB24;
	return *name ? v4l2_fourcc(name[0], name[1], name[2], name[3]) : V4L2_PIX_FMT_GREY;
}

static int plug_in(int flags)
{
	int (*real)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
	frames = fopen(setting("SN_CAMERA_SHOWS"), "rb");
	if (!frames || fscanf(frames, "YUV4MPEG2 W%u H%u%*[^\n]", &width, &height) != 2)
		abort();
	getc(frames);
	first_frame = ftell(frames);
	stride = width * (format() == V4L2_PIX_FMT_YUYV ? 2 : 1) + PADDING;
	size = stride * height * 2;
	for (unsigned i = 0; i < BUFFERS; i++)
		buffers[i] = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	return camera = real("/dev/null", flags); /* a character device */
}

int open(const char *path, int flags, ...)
{
	int (*real)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
	va_list ap;
	va_start(ap, flags);
	int mode = flags & O_CREAT ? va_arg(ap, int) : 0;
	va_end(ap);
	return !strcmp(path, "/dev/video0") ? plug_in(flags) : real(path, flags, mode);
}

void *mmap(void *at, size_t len, int protection, int flags, int fd, off_t offset)
{
	void *(*real)(void *, size_t, int, int, int, off_t) =
		(void *(*)(void *, size_t, int, int, int, off_t))dlsym(RTLD_NEXT, "mmap");
	return camera >= 0 && fd == camera ? buffers[(size_t)offset / size]
					   : real(at, len, protection, flags, fd, offset);
}

int poll(struct pollfd *fds, nfds_t n, int timeout)
{
	int (*real)(struct pollfd *, nfds_t, int) =
		(int (*)(struct pollfd *, nfds_t, int))dlsym(RTLD_NEXT, "poll");
	if (camera < 0 || n != 1 || fds->fd != camera)
		return real(fds, n, timeout);
	usleep(trouble("silent") ? (useconds_t)timeout * 1000 : 5000);
	fds->revents = POLLIN;
	return trouble("silent") ? 0 : 1;
}

static int no(int why)
{
	errno = why;
	return -1;
}

static uint8_t *read_frame(void)
{
	uint8_t *luma = malloc((size_t)width * height);
	char word[7] = "";
	for (unsigned tries = 0; tries < 2 && strcmp(word, "FRAME\n"); tries++) {
		if (!fgets(word, sizeof word, frames))
			fseek(frames, first_frame, SEEK_SET);
	}
	if (fread(luma, 1, (size_t)width * height, frames) != (size_t)width * height)
		abort();
	fseek(frames, (long)((width + 1) / 2 * ((height + 1) / 2) * 2), SEEK_CUR);
	return luma;
}

static size_t compress(uint8_t *out, uint8_t *luma)
{
	struct jpeg_compress_struct c;
	struct jpeg_error_mgr errors;
	unsigned char *data = NULL;
	unsigned long len = 0;
	c.err = jpeg_std_error(&errors);
	jpeg_create_compress(&c);
	jpeg_mem_dest(&c, &data, &len);
	c.image_width = width;
	c.image_height = height;
	c.input_components = 1;
	c.in_color_space = JCS_GRAYSCALE;
	jpeg_set_defaults(&c);
	jpeg_start_compress(&c, TRUE);
	for (unsigned y = 0; y < height; y++)
		jpeg_write_scanlines(&c, (JSAMPARRAY) & (uint8_t *){luma + (size_t)y * width}, 1);
	jpeg_finish_compress(&c);
	jpeg_destroy_compress(&c);
	len = len < size ? len : size;
	memcpy(out, data, len);
	free(data);
	return len;
}

static size_t show(uint8_t *out)
{
	uint8_t *luma = read_frame();
	size_t step = format() == V4L2_PIX_FMT_YUYV ? 2 : 1, len = stride * height;
	memset(out, 0x80, size);
	if (format() == V4L2_PIX_FMT_MJPEG)
		len = compress(out, luma);
	else
		for (size_t i = 0; i < (size_t)width * height; i++)
			out[i / width * stride + i % width * step] = luma[i];
	free(luma);
	return len;
}

static int dequeue(struct v4l2_buffer *b)
{
	if (!is_streaming)
		return no(EINVAL);
	if (trouble("gone") && shown == 3)
		return no(ENODEV);
	if (!is_queued[next_buffer] || shown % 2) { /* one is ready at a time, mostly */
		shown++;
		return no(EAGAIN);
	}
	b->index = next_buffer;
	b->bytesused = (uint32_t)show(buffers[next_buffer]);
	if ((trouble("broken") && shown % 4) || (trouble("waking") && shown < 120)) {
		memset(buffers[next_buffer], 0, size);
		b->flags |= V4L2_BUF_FLAG_ERROR;
	}
	is_queued[next_buffer] = false;
	next_buffer = (next_buffer + 1) % BUFFERS;
	shown++;
	return 0;
}

static int set_format(struct v4l2_format *f)
{
	if (f->type != V4L2_BUF_TYPE_VIDEO_CAPTURE || f->fmt.pix.pixelformat != format())
		return no(EINVAL);
	f->fmt.pix.width = width;
	f->fmt.pix.height = height;
	f->fmt.pix.bytesperline = format() == V4L2_PIX_FMT_MJPEG ? 0 : (uint32_t)stride;
	f->fmt.pix.sizeimage = (uint32_t)size;
	return 0;
}

static int queue(const struct v4l2_buffer *b)
{
	if (b->index >= BUFFERS || b->memory != V4L2_MEMORY_MMAP || is_queued[b->index])
		return no(EINVAL);
	is_queued[b->index] = true;
	return 0;
}

static int answer(unsigned long request, void *argument)
{
	switch (request) {
	case VIDIOC_QUERYCAP: {
		struct v4l2_capability *able = argument;
		able->capabilities = V4L2_CAP_DEVICE_CAPS | V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
		able->device_caps = (trouble("output") ? V4L2_CAP_VIDEO_OUTPUT : V4L2_CAP_VIDEO_CAPTURE) |
				    V4L2_CAP_STREAMING;
		return 0;
	}
	case VIDIOC_ENUM_FMT: {
		struct v4l2_fmtdesc *described = argument;
		const uint32_t has[] = {V4L2_PIX_FMT_RGB24, format()};
		if (described->index >= 2)
			return no(EINVAL);
		described->pixelformat = has[described->index];
		return 0;
	}
	case VIDIOC_TRY_FMT:
	case VIDIOC_S_FMT:
		return set_format(argument);
	case VIDIOC_REQBUFS:
		((struct v4l2_requestbuffers *)argument)->count = BUFFERS;
		return trouble("busy") ? no(EBUSY) : 0;
	case VIDIOC_QUERYBUF: {
		struct v4l2_buffer *b = argument;
		b->length = (uint32_t)size;
		b->m.offset = (uint32_t)(b->index * size);
		return 0;
	}
	case VIDIOC_QBUF:
		return queue(argument);
	case VIDIOC_DQBUF:
		return dequeue(argument);
	case VIDIOC_STREAMON:
	case VIDIOC_STREAMOFF:
		is_streaming = request == VIDIOC_STREAMON;
		return 0;
	}
	return no(ENOTTY);
}

int ioctl(int fd, unsigned long request, ...)
{
	int (*real)(int, unsigned long, ...) = (int (*)(int, unsigned long, ...))dlsym(RTLD_NEXT, "ioctl");
	va_list ap;
	va_start(ap, request);
	void *argument = va_arg(ap, void *);
	va_end(ap);
	return camera >= 0 && fd == camera ? answer(request, argument) : real(fd, request, argument);
}
