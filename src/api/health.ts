/** `/healthz`: the process lives. `/readyz`: it can take work; a balancer asks before it sends any. */
import type { HttpReply } from './http/http-message.ts';
import { interfaceHeaders } from './http/surface-headers.ts';
import type { Page } from './pages/page.ts';

export type HealthPorts = {
  /** What keeps the program from taking work, in a few words; undefined when nothing does. */
  readonly findObstacle: () => Promise<string | undefined>;
};

export function healthPages({ findObstacle }: HealthPorts): readonly Page[] {
  const methods = ['GET', 'HEAD'];
  return [
    // That this is answered at all shows that the event loop turns.
    { path: '/healthz', methods, answer: () => tell(200, { status: 'alive' }) },
    { path: '/readyz', methods, answer: async () => readinessReply(await findObstacle()) },
  ];
}

function readinessReply(obstacle: string | undefined): HttpReply {
  return obstacle === undefined
    ? tell(200, { status: 'ready' })
    : tell(503, { status: 'not ready', reason: obstacle });
}

function tell(status: number, state: Readonly<Record<string, string>>): HttpReply {
  const headers = [...interfaceHeaders, 'Content-Type', 'application/json'];
  return { status, headers, body: JSON.stringify(state) };
}
