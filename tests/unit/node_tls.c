#include "node/http.h"
#include "node/http_open.h"
#include "node_server.h"

#include <criterion/criterion.h>

#include <arpa/inet.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <microhttpd.h>

/* A server behind TLS presents a good or a bad certificate (tests/tls/make-certificates). A server that is
 * not trusted must not receive the request. */

static struct {
	char directory[64];
	struct MHD_Daemon *front;
	unsigned port;
	atomic_uint requests;
} t;

static char *read_text(const char *name, const char *kind)
{
	char path[128], *text = calloc(1, 16384);
	snprintf(path, sizeof path, "%s/%s.%s", t.directory, name, kind);
	FILE *f = fopen(path, "r");
	cr_assert(text && f, "%s", path);
	cr_assert(fread(text, 1, 16383, f) > 0);
	fclose(f);
	return text;
}

static enum MHD_Result respond(void *context, struct MHD_Connection *connection, const char *url,
			       const char *method, const char *version, const char *upload,
			       size_t *upload_size, void **state)
{
	(void)context, (void)url, (void)method, (void)version, (void)upload;
	static char world[] = "world", seen;
	if (!*state) { /* the head has arrived */
		*state = &seen;
		t.requests++;
		return MHD_YES;
	}
	if (*upload_size) {
		*upload_size = 0;
		return MHD_YES;
	}
	struct MHD_Response *answer = MHD_create_response_from_buffer(5, world, MHD_RESPMEM_PERSISTENT);
	enum MHD_Result ret = MHD_queue_response(connection, 200, answer);
	MHD_destroy_response(answer);
	return ret;
}

/* Start a server with the certificate NAME. */
static void start_front(const char *name)
{
	char *key = read_text(name, "key"), *certificate = read_text(name, "pem");
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	t.requests = 0;
	t.front =
		MHD_start_daemon(MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_TLS, 0, NULL, NULL, respond, NULL,
				 MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&at, MHD_OPTION_HTTPS_MEM_KEY, key,
				 MHD_OPTION_HTTPS_MEM_CERT, certificate, MHD_OPTION_END);
	cr_assert_not_null(t.front);
	t.port = MHD_get_daemon_info(t.front, MHD_DAEMON_INFO_BIND_PORT)->port;
	free(key);
	free(certificate);
}

static void stop_front(void)
{
	if (t.front)
		MHD_stop_daemon(t.front);
	t.front = NULL;
}

static void set_up(void)
{
	if (MHD_is_feature_supported(MHD_FEATURE_TLS) != MHD_YES)
		cr_skip_test("this libmicrohttpd is without TLS");
	memset(&t, 0, sizeof t);
	snprintf(t.directory, sizeof t.directory, "/tmp/sneakernote-tls.XXXXXX");
	cr_assert_not_null(mkdtemp(t.directory));
	char command[256];
	snprintf(command, sizeof command, "'%s/tls/make-certificates' %s", TESTS_DIR, t.directory);
	cr_assert_eq(system(command), 0);
}

static void tear_down(void)
{
	char command[128];
	stop_front();
	snprintf(command, sizeof command, "rm -r %s", t.directory);
	cr_assert_eq(system(command), 0);
}

TestSuite(node_tls, .init = set_up, .fini = tear_down, .timeout = 60);

/* Make one request to `host`, trusting the authority `ca`, or those of the system if it is NULL. */
static int post(const char *host, const char *ca, bool is_clone, struct sn_error *err)
{
	char address[64], path[128];
	struct sn_buf reply = {0};
	struct sn_http *h, *clone = NULL;
	enum sn_http_progress progress;
	snprintf(address, sizeof address, "https://%s:%u", host, t.port);
	snprintf(path, sizeof path, "%s/%s.pem", t.directory, ca ? ca : "");
	const struct sn_http_options options = {.address = address,
						.default_port = 1,
						.ca_file = ca ? path : NULL,
						.connect_timeout = 5,
						.stall_timeout = 5};
	err->text[0] = 0;
	cr_assert(!sn_http_open(&h, &options, err), "%s", err->text);
	if (is_clone)
		cr_assert(!sn_http_clone(&clone, h, err), "%s", err->text);
	int ret = sn_http_post(is_clone ? clone : h, "/", "text/plain", "hello", 5, 100, &reply, &progress,
			       err);
	cr_assert_eq(progress, ret ? SN_HTTP_NOT_SENT : SN_HTTP_ANSWERED);
	cr_assert(ret ? reply.len == 0 : reply.len == 5 && !memcmp(reply.data, "world", 5));
	sn_http_close(clone);
	sn_http_close(h);
	sn_buf_free(&reply);
	return ret;
}

static void expect_trusted(const char *host, const char *ca)
{
	struct sn_error err = {0};
	for (int is_clone = 0; is_clone < 2; is_clone++) {
		unsigned before = t.requests;
		cr_assert(!post(host, ca, is_clone, &err), "%s", err.text);
		cr_assert_eq(t.requests, before + 1);
	}
}

/* The message names the daemon. Its reason is the TLS library's. */
static void expect_refused(const char *host, const char *ca, const char *what)
{
	struct sn_error err = {0};
	char words[128];
	for (int is_clone = 0; is_clone < 2; is_clone++) {
		unsigned before = t.requests;
		cr_assert_eq(post(host, ca, is_clone, &err), SN_DAEMON, "taken: %s", what);
		cr_assert_eq(t.requests, before, "%s", what);
		snprintf(words, sizeof words,
			 "no trusted TLS connection to the daemon at https://%s:%u: ", host, t.port);
		cr_assert(!strncmp(err.text, words, strlen(words)) && err.text[strlen(words)], "%s: %s", what,
			  err.text);
	}
}

Test(node_tls, right_certificate)
{
	start_front("right");
	expect_trusted("localhost", "ca");
	expect_trusted("127.0.0.1", "ca");
}

/* Signed by the trusted authority, for another server. */
Test(node_tls, other_name)
{
	start_front("other-name");
	expect_refused("localhost", "ca", "a certificate for another name");
	expect_refused("127.0.0.1", "ca", "a certificate for no address");
}

/* With --daemon-ca-file only this authority is trusted, otherwise those of the system. */
Test(node_tls, unknown_authority)
{
	start_front("right");
	expect_refused("localhost", "stranger", "the authority of somebody else");
	expect_refused("localhost", NULL, "an authority that the system does not know");
	stop_front();
	start_front("untrusted");
	expect_refused("localhost", "ca", "a certificate of somebody else's authority");
	expect_trusted("localhost", "stranger");
}

Test(node_tls, no_authority_at_all)
{
	start_front("self");
	expect_refused("localhost", "ca", "a certificate that is signed by itself");
	stop_front();
	start_front("by-server");
	expect_refused("localhost", "ca", "a certificate by one that may not sign");
}

Test(node_tls, out_of_date)
{
	static const char *const names[] = {"expired", "early"};
	for (size_t i = 0; i < 2; i++) {
		start_front(names[i]);
		expect_refused("localhost", "ca", names[i]);
		stop_front();
	}
}

/* A file without certificates must not be ignored: no server is trusted. */
Test(node_tls, file_without_certificates)
{
	char path[128];
	start_front("right");
	snprintf(path, sizeof path, "%s/empty.pem", t.directory);
	FILE *f = fopen(path, "w");
	cr_assert(f && !fclose(f));
	expect_refused("localhost", "empty", "no authority in the file");
}

/* The port speaks plain HTTP. The request must not be sent unencrypted. */
static bool respond_plainly(void *context, const char *request, size_t len, struct sn_buf *answer)
{
	(void)context, (void)request, (void)len;
	server_put_ok(answer, "world", 5);
	return true;
}

Test(node_tls, plain_server)
{
	struct server server = {.respond = respond_plainly};
	struct sn_error err = {0};
	server_start(&server);
	t.port = (unsigned)atoi(strchr(server.address, ':') + 1);
	cr_assert_eq(post("127.0.0.1", "ca", false, &err), SN_DAEMON);
	server_stop(&server);
	cr_assert_eq(server.requests, 0);
}

/* The environment names a proxy, which would learn the daemon's name. It must not be used. */
Test(node_tls, proxy_of_the_environment)
{
	static const char *const variables[] = {"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"};
	struct server proxy = {.respond = respond_plainly};
	char url[48];
	server_start(&proxy);
	snprintf(url, sizeof url, "http://%s", proxy.address);
	start_front("right");
	for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
		setenv(variables[i], url, 1);
		expect_trusted("localhost", "ca");
		unsetenv(variables[i]);
	}
	server_stop(&proxy);
	cr_assert_eq(proxy.requests, 0);
}
