/** The page that `man parley` shows, made of the table of commands. */
import { commands } from '#cli/commands.ts';

/** Dots and quotes at the beginning of a line, and backslashes, mean something to roff. */
function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/gm, '\\&');
}

function item(head: string, text: string): string {
  return `.TP\n.B ${roff(head)}\n${roff(text)}\n`;
}

const files: readonly (readonly [string, string])[] = [
  ['/etc/parley/parley.conf', 'Settings; read by the service, and by the commands of root.'],
  ['/etc/parley/master.key', 'Opens all stored secrets. Keep a copy elsewhere.'],
  ['/var/lib/parley', 'The data.'],
  ['/usr/share/doc/parley', 'What changed, and what the program is made of.'],
];

export function manualPage(version: string): string {
  return `.TH PARLEY 1 "" "parley ${version}" "User Commands"
.SH NAME
parley \\- self\\-hosted messaging platform
.SH SYNOPSIS
.B parley
.RI [ COMMAND ]
.RI [ OPTIONS ]
.SH DESCRIPTION
Carries SMS, emails and calls between programs and operators behind one HTTP interface.
Without a command the server runs.
.B parley COMMAND \\-\\-help
says more about a command,
.B parley help settings
lists the settings. Where /etc/parley/parley.conf can be read and
.B PARLEY_CONFIG
is not set, commands are about the service of this machine.
.SH COMMANDS
${commands.map(({ name, sentence }) => item(name, sentence)).join('')}.SH FILES
${files.map(([file, text]) => item(file, text)).join('')}.SH EXIT STATUS
0 when done, 1 when it could not be, 2 when misused.
`;
}
