/** Pause after a publication, in multiples of its duration: publishing takes at most a tenth of the verifier's time. */
export const REST_PER_WORK = 9;
