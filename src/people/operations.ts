/** The operations of this room, which operations.ts joins with the others'. */
import {
  askForAddress,
  cancelAddressChange,
  confirmAddress,
  lookAtAddress,
  showAddressChange,
} from './address-operations.ts';
import {
  askForPasskey,
  askForReset,
  beginByPasskey,
  beginSession,
  confirmByPasskey,
  confirmPerson,
  lookAtLink,
  lookAtSetup,
  lookAtSignIn,
  openLink,
  setForgottenPassword,
  setUp,
  signOut,
  takeLink,
} from './entry-operations.ts';
import { addApp, listFactors, proposeApp, removeApp, renewCodes } from './factor-operations.ts';
import {
  endOtherSessions,
  endSession,
  listSessions,
  setMe,
  setPassword,
  showMe,
  showOwnAccount,
} from './me-operations.ts';
import {
  inviteMember,
  listMembers,
  removeMember,
  setMember,
  withdrawInvitation,
} from './members/member-operations.ts';
import {
  addPasskey,
  proposeLinkPasskey,
  proposePasskey,
  proposeSetupPasskey,
  removePasskey,
  renamePasskey,
} from './passkeys/passkey-operations.ts';
import { beginView, endView } from './view-operations.ts';

export const peopleOperations = {
  /** Whether or not a server runs. */
  installation: [listMembers, inviteMember, withdrawInvitation, setMember, removeMember],
  server: [],
  /** They are of somebody's own session or sign-in, or have commands of their own. */
  pages: [
    beginView,
    endView,
    lookAtSignIn,
    beginSession,
    askForPasskey,
    beginByPasskey,
    confirmPerson,
    confirmByPasskey,
    signOut,
    askForReset,
    lookAtSetup,
    setUp,
    proposeSetupPasskey,
    lookAtLink,
    openLink,
    setForgottenPassword,
    takeLink,
    proposeLinkPasskey,
    showMe,
    setMe,
    setPassword,
    showOwnAccount,
    listSessions,
    endSession,
    endOtherSessions,
    listFactors,
    proposeApp,
    addApp,
    removeApp,
    renewCodes,
    proposePasskey,
    addPasskey,
    renamePasskey,
    removePasskey,
    showAddressChange,
    askForAddress,
    cancelAddressChange,
    lookAtAddress,
    confirmAddress,
  ],
} as const;
