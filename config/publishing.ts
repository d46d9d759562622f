/** How much of the verifier's time publishing may take. */

/**
 * A generation is copied, checked and hashed whole, and nothing is judged meanwhile. The next one waits so many times as
 * long as the last one took, so that it takes a tenth of the verifier's time at most, however many products there are.
 */
export const REST_PER_WORK = 9;
