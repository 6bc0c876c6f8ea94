/** The HTTP server's site, and beside it how long each request took. */
import type { Site } from '#api/http/http-message.ts';
import type { Traces } from './traces.ts';

export function tracedSite(site: Site, traces: Traces): Site {
  return {
    admit: (head) => site.admit(head),
    bodyBytesMax: (head) => site.bodyBytesMax(head),
    identify: async (head) => site.identify?.(head),
    refuse: (refusal, head) => site.refuse(refusal, head),
    async answer(request) {
      traces.begin(request);
      const reply = await site.answer(request);
      traces.end(request, reply.status);
      return reply;
    },
  };
}
