/** Files of an account's money, and who changed what. */

import { z } from 'zod';
import { auditFilter, auditPage, auditTotal } from '#api/dashboard/audit/schemas.ts';
import { define } from '#api/dashboard/definition.ts';
import { account, order, page } from '#api/dashboard/schemas.ts';
import { keyModes } from '#model/key-mode.ts';

const root = '/api/accounts/{account}';
const ofAccount = z.object({ account });

export const exportLedger = define({
  method: 'GET',
  path: `${root}/ledger.csv`,
  needs: 'read balance',
  fresh: true,
  summary: 'The newest 50,000 lines of the ledger as CSV.',
  params: ofAccount,
  query: z.object({ purse: z.enum(keyModes).default('live') }),
});

export const exportPrices = define({
  method: 'GET',
  path: `${root}/prices.csv`,
  needs: 'read balance',
  summary: 'Prices in force and announced, as CSV.',
  params: ofAccount,
});

export const listAudit = define({
  method: 'GET',
  path: `${root}/audit`,
  needs: 'manage people',
  summary: 'Who changed what, newest first unless `order` says otherwise.',
  params: ofAccount,
  query: z.object({ ...page, ...auditFilter, order }),
  reply: auditPage,
});

export const totalAudit = define({
  method: 'GET',
  path: `${root}/audit/total`,
  needs: 'manage people',
  summary: 'How many changes fit, among the newest 10,000.',
  params: ofAccount,
  query: z.object(auditFilter),
  reply: auditTotal,
});

export const exportAudit = define({
  method: 'GET',
  path: `${root}/audit.csv`,
  needs: 'manage people',
  fresh: true,
  summary: 'Changes that fit as CSV, a line for each.',
  params: ofAccount,
  query: z.object({ ...auditFilter, order }),
});
