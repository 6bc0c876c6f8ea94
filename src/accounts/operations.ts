/** The operations of this room, which operations.ts joins with the others'. */
import {
  createAccount,
  listAccounts,
  setAccount,
  showAccount,
  topUpAccount,
} from './account-operations.ts';
import { setSettings, showSettings } from './account-settings.ts';
import {
  addContact,
  listContacts,
  removeContact,
  setContact,
} from './address-book/contact-operations.ts';
import { importContacts, planContacts } from './address-book/contact-table.ts';
import { addGroup, listGroups, removeGroup, renameGroup } from './address-book/group-operations.ts';
import {
  exportAccountAudit,
  exportAudit,
  listAccountAudit,
  listAudit,
  totalAccountAudit,
  totalAudit,
  verifyAudit,
} from './audit/audit-operations.ts';
import { makeErasure, previewErasure } from './erasure-operations.ts';
import { showStart, showToday } from './home-operations.ts';
import { createApiKey, importKey, listKeys, revokeKey, setKey } from './keys/key-operations.ts';
import { listHeldMessages, releaseHeldMessages } from './limits/held-messages.ts';
import { listLimits, removeLimit, resetLimits, setLimit } from './limits/limit-operations.ts';
import { refillTestMoney, setAlertLevel, showBalance } from './money/balance-operations.ts';
import { listLedger, listSpending } from './money/ledger-operations.ts';
import { exportLedger, exportPrices } from './money/money-tables.ts';
import { showPrices } from './money/own-prices.ts';
import { listRequests, showRequest } from './requests/request-operations.ts';
import { searchAccount } from './search/search-operation.ts';
import { spendingStatistics } from './statistics/spending-statistics.ts';
import {
  createSubAccount,
  listSubAccounts,
  moveCredit,
  removeSubAccount,
} from './sub-accounts/sub-account-operations.ts';

export const accountsOperations = {
  /** Whether or not a server runs. */
  installation: [
    createAccount,
    listAccounts,
    showAccount,
    topUpAccount,
    setAccount,
    searchAccount,
    showSettings,
    setSettings,
    createSubAccount,
    listSubAccounts,
    moveCredit,
    removeSubAccount,
    listKeys,
    createApiKey,
    importKey,
    setKey,
    revokeKey,
    listRequests,
    showRequest,
    listLimits,
    setLimit,
    removeLimit,
    resetLimits,
    listHeldMessages,
    releaseHeldMessages,
    listAudit,
    totalAudit,
    exportAudit,
    listAccountAudit,
    totalAccountAudit,
    exportAccountAudit,
    verifyAudit,
    showBalance,
    setAlertLevel,
    refillTestMoney,
    listLedger,
    exportLedger,
    listSpending,
    spendingStatistics,
    showPrices,
    exportPrices,
    listGroups,
    addGroup,
    renameGroup,
    removeGroup,
    listContacts,
    addContact,
    setContact,
    removeContact,
    planContacts,
    importContacts,
  ],
  server: [],
  /** They are of somebody's own session or sign-in, or have commands of their own. */
  pages: [showStart, showToday, previewErasure, makeErasure],
} as const;
