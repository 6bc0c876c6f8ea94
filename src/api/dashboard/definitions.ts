/** All routes of the dashboard's API, area by area: what its OpenAPI document is made of. */
import * as account from './account/definitions.ts';
import * as addressChange from './address-change/definitions.ts';
import * as catcher from './catcher/definitions.ts';
import * as console from './console/definitions.ts';
import * as erasure from './erasure/definitions.ts';
import * as inspector from './inspector/definitions.ts';
import * as mail from './mail/definitions.ts';
import * as mailSending from './mail-sending/definitions.ts';
import * as passkeys from './passkeys/definitions.ts';
import * as people from './people/definitions.ts';
import * as sms from './sms/definitions.ts';
import * as start from './start/definitions.ts';

export const dashboardDefinitions = {
  account,
  erasure,
  people,
  addressChange,
  passkeys,
  mail,
  mailSending,
  catcher,
  sms,
  console,
  start,
  inspector,
};
