/** The routes of people, and what answers each. */
import { addressChangeHandlers } from '#api/dashboard/address-change/handlers.ts';
import { type Handler, handle } from '#api/dashboard/handler.ts';
import * as define from './definitions.ts';
import { factorHandlers } from './factors.ts';
import { linkHandlers } from './links.ts';
import { changeMe, changePassword, findMe, findOwnAccount } from './me.ts';
import type { PeoplePagePorts } from './ports.ts';
import { endOtherSessions, endSession, listSessions } from './sessions.ts';
import { askForReset, confirm, findSignIn, setUp, signIn, signOut } from './sign-in.ts';

export function peopleHandlers(ports: PeoplePagePorts): readonly Handler[] {
  return [
    handle(define.findSignIn, (call) => findSignIn(call, ports)),
    handle(define.setUp, (call) => setUp(call, ports)),
    handle(define.signIn, (call) => signIn(call, ports)),
    handle(define.askForReset, (call) => askForReset(call, ports)),
    handle(define.signOut, (call) => signOut(call, ports)),
    handle(define.confirm, (call) => confirm(call, ports)),
    handle(define.findMe, (call) => findMe(call, ports)),
    handle(define.changeMe, (call) => changeMe(call, ports)),
    handle(define.changePassword, (call) => changePassword(call, ports)),
    handle(define.listSessions, (call) => listSessions(call, ports)),
    handle(define.endSession, (call) => endSession(call, ports)),
    handle(define.endOtherSessions, (call) => endOtherSessions(call, ports)),
    handle(define.findOwnAccount, (call) => findOwnAccount(call, ports)),
    ...addressChangeHandlers(ports),
    ...factorHandlers(ports),
    ...linkHandlers(ports),
  ];
}
