import { childEnvironment } from '../config/env.ts';

const { PATH, NODE_COMPILE_CACHE } = childEnvironment({});

/** Of our environment what a process under test needs, and no more: the test runner sets variables of its own. */
export const BARE_ENVIRONMENT = { PATH, NODE_COMPILE_CACHE };
