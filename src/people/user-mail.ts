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

/** Whoever has it may do what it is for, until it ends: it is stored sealed. */
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
        'You are invited to a dashboard. Open this link within 72 hours; it works once:',
        linkWord,
        'If you expect no invitation, leave it.',
      ],
    },
    reset: {
      subject: 'Your way back into Parley',
      lines: [
        'An administrator made a link for you to begin anew. Open it within 10 minutes; it works once:',
        linkWord,
        'You choose another password, and set your second factor up again. If you asked for no link, tell an administrator.',
      ],
    },
    forgotten: {
      subject: 'Another password for Parley',
      lines: [
        'Somebody asked for another password for your sign-in. Open this link within 10 minutes; it works once:',
        linkWord,
        'Your second factor stays as it is. If it was not you, leave the link: nothing has changed.',
      ],
    },
    confirm: {
      subject: 'Confirm your new address for Parley',
      lines: [
        'You asked to sign in by this address. Sign in as before and open this link within 24 hours; it works once:',
        linkWord,
        'Until then your old address stays the one. If you asked for nothing, leave the link: it opens nothing for you or for others.',
      ],
    },
    asked: (to: string) => ({
      subject: 'Your sign-in may get another email address',
      lines: [
        `Somebody who is signed in as you asked to sign in by ${to} from now on. Nothing changes before the link that was mailed there is opened.`,
        'If it was not you, cancel it in your profile, and change your password: that ends all other sessions.',
      ],
    }),
    address: (to: string) => ({
      subject: 'Your sign-in has another email address',
      line: `From now on you sign in as ${to}, and mails like this one go there.`,
    }),
    'password changed': {
      subject: 'Your password was changed',
      line: 'Your password was changed, and your other sessions have ended.',
    },
    'factor added': {
      subject: 'Your sign-in has one more way to prove that it is you',
      line: 'An authenticator app or a passkey was added, and your other sessions have ended.',
    },
    'factor removed': {
      subject: 'Your sign-in has one way less to prove that it is you',
      line: 'An authenticator app or a passkey was removed, and your other sessions have ended.',
    },
    keyUsed: ({ key, account, networks }: KeyNews) => ({
      subject: 'An API key was used from somewhere else',
      lines: [
        `The key ${key} of ${account} was used from ${networks.join(', ')}, where it was never used from before.`,
        'If these are not your servers, revoke it at once and make another one. Address ranges in its settings keep it where it belongs.',
      ],
    }),
    notYou: 'If it was not you, ask an administrator at once to disable your sign-in.',
  },
  fr: {
    invited: {
      subject: 'Vous êtes invité sur Parley',
      lines: [
        'Vous êtes invité à un tableau de bord. Ouvrez ce lien dans les 72 heures ; il sert une fois :',
        linkWord,
        'Si vous n’attendez pas d’invitation, ne faites rien.',
      ],
    },
    reset: {
      subject: 'Votre retour sur Parley',
      lines: [
        'Un administrateur a créé un lien pour recommencer. Ouvrez-le dans les 10 minutes ; il sert une fois :',
        linkWord,
        'Vous choisissez un autre mot de passe et refaites votre second facteur. Si vous n’avez pas demandé de lien, prévenez un administrateur.',
      ],
    },
    forgotten: {
      subject: 'Un autre mot de passe pour Parley',
      lines: [
        'Quelqu’un a demandé un autre mot de passe pour votre accès. Ouvrez ce lien dans les 10 minutes ; il sert une fois :',
        linkWord,
        'Votre second facteur reste tel quel. Si ce n’était pas vous, laissez ce lien : rien n’a changé.',
      ],
    },
    confirm: {
      subject: 'Confirmez votre nouvelle adresse pour Parley',
      lines: [
        'Vous avez demandé à vous connecter avec cette adresse. Connectez-vous comme avant et ouvrez ce lien dans les 24 heures ; il sert une fois :',
        linkWord,
        'D’ici là, votre ancienne adresse reste la bonne. Si vous n’avez rien demandé, laissez ce lien : il n’ouvre rien, ni pour vous ni pour d’autres.',
      ],
    },
    asked: (to: string) => ({
      subject: 'Votre accès pourrait changer d’adresse e-mail',
      lines: [
        `Quelqu’un qui est connecté en votre nom a demandé à se connecter désormais en tant que ${to}. Rien ne change avant l’ouverture du lien envoyé là-bas.`,
        'Si ce n’était pas vous, annulez dans votre profil et changez votre mot de passe : toutes les autres sessions se terminent.',
      ],
    }),
    address: (to: string) => ({
      subject: 'Votre accès a une autre adresse e-mail',
      line: `Vous vous connectez désormais en tant que ${to}, et les messages comme celui-ci y vont.`,
    }),
    'password changed': {
      subject: 'Votre mot de passe a été changé',
      line: 'Votre mot de passe a été changé, et vos autres sessions sont terminées.',
    },
    'factor added': {
      subject: 'Votre accès a un moyen de plus de prouver que c’est vous',
      line: 'Une application ou une clé d’accès a été ajoutée, et vos autres sessions sont terminées.',
    },
    'factor removed': {
      subject: 'Votre accès a un moyen de moins de prouver que c’est vous',
      line: 'Une application ou une clé d’accès a été retirée, et vos autres sessions sont terminées.',
    },
    keyUsed: ({ key, account, networks }: KeyNews) => ({
      subject: 'Une clé d’API a été utilisée depuis ailleurs',
      lines: [
        `La clé ${key} de ${account} a été utilisée depuis ${networks.join(', ')}, d’où elle ne l’avait jamais été.`,
        'Si ce ne sont pas vos serveurs, révoquez-la aussitôt et créez-en une autre. Des plages d’adresses dans ses réglages la gardent à sa place.',
      ],
    }),
    notYou:
      'Si ce n’était pas vous, demandez aussitôt à un administrateur de désactiver votre accès.',
  },
} as const;
