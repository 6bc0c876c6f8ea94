/** The console: views of accounts and audit, for those who run the installation. */
import { z } from 'zod';
import { auditFilter, auditPage, auditTotal } from '../audit/schemas.ts';
import { define } from '../definition.ts';
import { order, page } from '../schemas.ts';

export * from './account-view-definitions.ts';

export const listChanges = define({
  method: 'GET',
  path: '/api/console/audit',
  needs: 'administrator',
  summary: 'Who changed what in the installation, newest first unless `order` says otherwise.',
  query: z.object({ ...page, ...auditFilter, order }),
  reply: auditPage,
});

export const totalChanges = define({
  method: 'GET',
  path: '/api/console/audit/total',
  needs: 'administrator',
  summary: 'How many changes fit, among the newest 10,000.',
  query: z.object(auditFilter),
  reply: auditTotal,
});

export const exportChanges = define({
  method: 'GET',
  path: '/api/console/audit.csv',
  needs: 'administrator',
  fresh: true,
  summary: 'Changes that fit as CSV, a line for each.',
  query: z.object({ ...auditFilter, order }),
});
