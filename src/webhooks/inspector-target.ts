/**
 * Where the endpoint leads that is the program's own inspector. Only its name is stored, and only this
 * process knows its port, so the guard is not asked and not opened: no other endpoint can lead here.
 */
import { inspectorUrl } from '#core/inspector-url.ts';
import type { Endpoint } from './endpoint.ts';
import type { Target } from './http/open-socket.ts';
import { HttpPoster, type HttpPosterPorts } from './http/poster.ts';

/** Undefined where no inspector runs. */
export type InspectorPort = () => number | undefined;

/** What the requests say of it. */
const shownUrl = new URL('http://inspector/');

export function shownUrlOf({ url }: Pick<Endpoint, 'url'>): URL {
  return url === inspectorUrl ? shownUrl : new URL(url);
}

export function posterOfInspector(
  ports: HttpPosterPorts & { readonly inspectorPort?: InspectorPort | undefined },
): HttpPoster {
  const inspectorPort: InspectorPort = () => ports.inspectorPort?.();
  // It is on this machine: no proxy stands between.
  const { clock, sockets } = ports;
  return new HttpPoster(targetOf(inspectorPort), { clock, sockets, guard: guardOf(inspectorPort) });
}

function targetOf(inspectorPort: InspectorPort): Target {
  return {
    tls: false,
    hostname: shownUrl.hostname,
    get port() {
      return inspectorPort() ?? 0;
    },
  };
}

const noInspector = { en: 'the inspector does not run here', fr: 'l’inspecteur ne tourne pas ici' };

function guardOf(inspectorPort: InspectorPort): HttpPosterPorts['guard'] {
  return {
    vet: async () =>
      inspectorPort() === undefined
        ? { ok: false, why: 'unresolved', reason: noInspector }
        : { ok: true, addresses: ['127.0.0.1'] },
  };
}
