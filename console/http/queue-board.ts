/** The queues as bull-board shows them, read-only: people act through the console’s forms, which record who and why. */
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import type { Queue } from 'bullmq';
import { type NextFunction, type Request, type Response, Router } from 'express';

export const BOARD_PATH = '/queues';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'";

/** Its page asks for fonts from elsewhere, which the policy would refuse anyway. */
const FROM_ELSEWHERE = /<link [^>]*href="https?:[^>]*>/g;

export function board(queues: readonly Queue[], brand: string): Router {
  const serverAdapter = new ExpressAdapter().setBasePath(BOARD_PATH);
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true })),
    serverAdapter,
    options: {
      uiConfig: {
        boardTitle: `${brand} queues`,
        miscLinks: [{ text: 'Back to the console', url: '/' }],
        pollingInterval: { showSetting: true },
      },
    },
  });
  const router = Router();
  router.use(onlyLooked, serverAdapter.getRouter());
  return router;
}

function onlyLooked(req: Request, res: Response, next: NextFunction): void {
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    res.status(405).set('Allow', 'GET, HEAD').type('text/plain').send('The queues are read-only here\n');
    return;
  }
  res.set('Content-Security-Policy', POLICY);
  const send = res.send.bind(res);
  res.send = (body) => send(typeof body === 'string' ? body.replaceAll(FROM_ELSEWHERE, '') : body);
  next();
}
