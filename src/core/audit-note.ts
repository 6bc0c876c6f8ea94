/** A row of the audit that belongs to no account: what somebody did to the installation. */
import type { Author } from './author.ts';

export type InstallationAudit = {
  note(
    author: Author,
    noted: {
      readonly action: string;
      readonly target: string;
      readonly accountId: null;
      readonly details: object;
    },
  ): Promise<void>;
};
