/** The pages of the gateways whose clients are served. */
import type { Page } from '#api/pages/page.ts';
import type { Gateway } from '#core/gateway.ts';
import type { AdapterPorts } from './adapter.ts';
import { jasminPages } from './jasmin/jasmin-pages.ts';
import { sendsmsPages } from './kannel/sendsms.ts';

const pagesOf: Readonly<Record<Gateway, (ports: AdapterPorts) => readonly Page[]>> = {
  kannel: sendsmsPages,
  jasmin: jasminPages,
};

export function adapterPages(ports: AdapterPorts): readonly Page[] {
  return ports.gateways.flatMap((gateway) => pagesOf[gateway](ports));
}
