/** What people are mailed about their way in, in their language: nobody changes it without their knowing. */
import { htmlLines, htmlLinkLine } from '#core/notice-html.ts';
import type { Language } from './user.ts';

export type News =
  | LinkNews
  | { readonly what: 'address asked' | 'address changed'; readonly to: string }
  | { readonly what: 'password changed' | 'factor added' | 'factor removed' }
  | KeyNews;

export type LinkNews = {
  readonly what: 'invited' | 'reset' | 'password forgotten' | 'address to confirm';
  readonly link: SecretLink;
};

type KeyNews = {
  readonly what: 'key used elsewhere';
  /** How it begins, and its label. */
  readonly key: string;
  readonly account: string;
  readonly networks: readonly string[];
};

/** A person who has it may do what it is for, until it ends: it is stored sealed. */
export type SecretLink = { readonly address: string; readonly endsAtMs: number };

export type UserMail = {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** What stands where the text has `#LINK#`. */
  readonly link: SecretLink | undefined;
};

/** As the words of mails are written. */
const linkWord = '#LINK#';

export function writeUserMail(news: News, language: Language): UserMail {
  const { subject, lines } = told(news, language);
  const html = lines.map((line) => (line === linkWord ? htmlLinkLine(line) : htmlLines([line])));
  const link = 'link' in news ? news.link : undefined;
  return { subject, text: `${lines.join('\n\n')}\n`, html: html.join(''), link };
}

function told(news: News, language: Language): Told {
  const said = words[language];
  if (news.what === 'invited') return said.invited;
  if (news.what === 'reset') return said.reset;
  if (news.what === 'password forgotten') return said.forgotten;
  if (news.what === 'address to confirm') return said.confirm;
  if (news.what === 'address asked') return said.asked(news.to);
  if (news.what === 'key used elsewhere') return said.keyUsed(news);
  const { subject, line } =
    news.what === 'address changed' ? said.address(news.to) : said[news.what];
  return { subject, lines: [line, said.notYou] };
}

type Told = { readonly subject: string; readonly lines: readonly string[] };

const words = {
  en: {
    invited: {
      subject: 'You are invited to Parley',
      lines: [
        'You have been invited to the Parley dashboard. Open this link within 72 hours to choose how you sign in. The link works once:',
        linkWord,
        'If you did not expect an invitation, ignore this email.',
      ],
    },
    reset: {
      subject: 'Restore your access to Parley',
      lines: [
        'An administrator created a link with which you can restore your access. Open it within 10 minutes. The link works once:',
        linkWord,
        'You will choose a new password and set up your second factor again. If you did not ask for this link, tell an administrator.',
      ],
    },
    forgotten: {
      subject: 'Reset your Parley password',
      lines: [
        'Somebody asked to reset your password. To choose a new password, open this link within 10 minutes. The link works once:',
        linkWord,
        'Your second factor does not change. If it was not you, ignore this email; your password has not changed.',
      ],
    },
    confirm: {
      subject: 'Confirm your new email address for Parley',
      lines: [
        'You asked to sign in with this email address from now on. To confirm it, sign in with your old address and open this link within 24 hours. The link works once:',
        linkWord,
        'Until then, your old address stays in use. If you did not ask for this, ignore this email; the link gives nobody access.',
      ],
    },
    asked: (to: string) => ({
      subject: 'Somebody asked to change your email address',
      lines: [
        `Somebody who is signed in to your account asked to change your email address to ${to}. Nothing changes until the link that was sent there is opened.`,
        'If it was not you, cancel the change in your profile and change your password, which ends all other sessions.',
      ],
    }),
    address: (to: string) => ({
      subject: 'Your email address was changed',
      line: `Your email address is now ${to}. Sign in with it; emails like this one are sent there.`,
    }),
    'password changed': {
      subject: 'Your password was changed',
      line: 'Your password was changed, and your other sessions have ended.',
    },
    'factor added': {
      subject: 'A second factor was added',
      line: 'An authenticator app or a passkey was added to your sign-in, and your other sessions have ended.',
    },
    'factor removed': {
      subject: 'A second factor was removed',
      line: 'An authenticator app or a passkey was removed from your sign-in, and your other sessions have ended.',
    },
    keyUsed: ({ key, account, networks }: KeyNews) => ({
      subject: 'An API key was used from a new network',
      lines: [
        `The key ${key} of ${account} was used from ${networks.join(', ')}, for the first time.`,
        'If these are not your servers, revoke the key at once and create a new one. To allow a key only from your networks, set address ranges in its restrictions.',
      ],
    }),
    notYou: 'If it was not you, ask an administrator to disable your sign-in at once.',
  },
  fr: {
    invited: {
      subject: 'Vous êtes invité sur Parley',
      lines: [
        'Vous avez été invité au tableau de bord de Parley. Ouvrez ce lien dans les 72 heures pour choisir comment vous connecter. Le lien sert une fois :',
        linkWord,
        'Si vous n’attendiez pas d’invitation, ignorez cet e-mail.',
      ],
    },
    reset: {
      subject: 'Rétablissez votre accès à Parley',
      lines: [
        'Un administrateur a créé un lien qui vous permet de rétablir votre accès. Ouvrez-le dans les 10 minutes. Le lien sert une fois :',
        linkWord,
        'Vous choisirez un nouveau mot de passe et configurerez de nouveau votre second facteur. Si vous n’avez pas demandé ce lien, prévenez un administrateur.',
      ],
    },
    forgotten: {
      subject: 'Réinitialisez votre mot de passe Parley',
      lines: [
        'Quelqu’un a demandé à réinitialiser votre mot de passe. Pour choisir un nouveau mot de passe, ouvrez ce lien dans les 10 minutes. Le lien sert une fois :',
        linkWord,
        'Votre second facteur ne change pas. Si ce n’était pas vous, ignorez cet e-mail ; votre mot de passe n’a pas changé.',
      ],
    },
    confirm: {
      subject: 'Confirmez votre nouvelle adresse e-mail pour Parley',
      lines: [
        'Vous avez demandé à vous connecter désormais avec cette adresse e-mail. Pour la confirmer, connectez-vous avec votre ancienne adresse et ouvrez ce lien dans les 24 heures. Le lien sert une fois :',
        linkWord,
        'D’ici là, votre ancienne adresse reste en usage. Si vous n’avez rien demandé, ignorez cet e-mail ; le lien ne donne accès à personne.',
      ],
    },
    asked: (to: string) => ({
      subject: 'Quelqu’un a demandé à changer votre adresse e-mail',
      lines: [
        `Quelqu’un qui est connecté en votre nom a demandé à changer votre adresse e-mail en ${to}. Rien ne change tant que le lien envoyé à cette adresse n’est pas ouvert.`,
        'Si ce n’était pas vous, annulez le changement dans votre profil et changez votre mot de passe, ce qui met fin à toutes les autres sessions.',
      ],
    }),
    address: (to: string) => ({
      subject: 'Votre adresse e-mail a été changée',
      line: `Votre adresse e-mail est désormais ${to}. Connectez-vous avec elle ; les e-mails comme celui-ci y sont envoyés.`,
    }),
    'password changed': {
      subject: 'Votre mot de passe a été changé',
      line: 'Votre mot de passe a été changé, et vos autres sessions sont terminées.',
    },
    'factor added': {
      subject: 'Un second facteur a été ajouté',
      line: 'Une application d’authentification ou une clé d’accès a été ajoutée à votre accès, et vos autres sessions sont terminées.',
    },
    'factor removed': {
      subject: 'Un second facteur a été retiré',
      line: 'Une application d’authentification ou une clé d’accès a été retirée de votre accès, et vos autres sessions sont terminées.',
    },
    keyUsed: ({ key, account, networks }: KeyNews) => ({
      subject: 'Une clé d’API a été utilisée depuis un nouveau réseau',
      lines: [
        `La clé ${key} de ${account} a été utilisée depuis ${networks.join(', ')} pour la première fois.`,
        'Si ce ne sont pas vos serveurs, révoquez la clé aussitôt et créez-en une nouvelle. Pour n’autoriser une clé que depuis vos réseaux, réglez des plages d’adresses dans ses restrictions.',
      ],
    }),
    notYou:
      'Si ce n’était pas vous, demandez aussitôt à un administrateur de désactiver votre accès.',
  },
} as const;
