/* Nothing to call: see faultdisk.c. */
