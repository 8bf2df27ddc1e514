/* kernel/lanes/kernel.h - the functions of struct sn_kernel, for all kernels on lanes. */
#ifndef SN_KERNEL_LANES_KERNEL_H
#define SN_KERNEL_LANES_KERNEL_H

#include "kernel/functions.h"
#include "kernel/lanes/add_base.h"
#include "kernel/lanes/decode.h"
#include "kernel/lanes/derive.h"
#include "kernel/lanes/hash_to_point.h"
#include "kernel/lanes/keccak.h"
#include "kernel/lanes/multiply.h"
#include "kernel/lanes/ring.h"
#include "kernel/lanes/sums.h"
#include "kernel/lanes/torsion.h"
#include "kernel/lanes/x25519.h"

#ifdef LANES

/* Designated initializers, for the initializer of a struct sn_kernel. */
#define LANE_KERNEL_FUNCTIONS                                                                                \
	.lanes = LANES, .derive = lane_derive, .decode = lane_decode, .hash_to_points = lane_hash_to_points, \
	.torsion_free = lane_torsion_free, .add_base = lane_add_base, .multiply = lane_multiply,             \
	.keccak_short = lane_keccak_short, .x25519 = lane_x25519,                                            \
	.sums = {.tables = lane_tables,                                                                      \
		 .sum = lane_sum,                                                                            \
		 .select = lane_select_sum,                                                                  \
		 .fold = lane_fold_points},                                                                  \
	.ring = &lane_ring_kernel, .ring_vartime = &lane_ring_kernel

#endif
#endif
