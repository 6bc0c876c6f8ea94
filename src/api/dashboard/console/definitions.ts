/** The console: views of accounts, doctor and settings, for those who run the installation. */
import { z } from 'zod';
import { define } from '../definition.ts';

export * from './account-view-definitions.ts';
export * from './doctor-definitions.ts';

export const showSettings = define({
  method: 'GET',
  path: '/api/console/settings',
  needs: 'administrator',
  summary: 'The settings of this server, without secrets.',
  reply: z.object({ settings: z.array(z.object({ name: z.string(), value: z.string() })) }),
});
