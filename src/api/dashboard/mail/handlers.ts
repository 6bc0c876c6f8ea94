/** All that the pages about emails ask. */
import type { Handler } from '#api/dashboard/handler.ts';
import { emailHandlers } from './emails.ts';
import { exportHandler } from './emails-export.ts';
import type { MailPagePorts } from './ports.ts';

export function mailHandlers(ports: MailPagePorts): readonly Handler[] {
  return [...emailHandlers(ports), exportHandler(ports)];
}
