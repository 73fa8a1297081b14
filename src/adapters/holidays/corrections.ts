// Why: docs/decisions/0057-withdrawal-period.md

/** Rules of the library that are wrong, and those that are missing, in the library's grammar. */
type Correction = Readonly<{ wrong?: readonly string[]; missing: readonly string[] }>;

const nextMonday = (date: string): string =>
  `substitutes ${date} if saturday then next monday if sunday then next monday`;

/** Of countries, and of states besides. */
export const CORRECTIONS: Readonly<Record<string, Correction>> = {
  // Labour Code, Art. 154: a holiday at a weekend, except Easter, is followed by as many days off
  BG: {
    missing: [
      ...['01-01', '03-03', '05-01', '05-06', '05-24', '09-06', '09-22'].map(nextMonday),
      '12-26',
      'substitutes 12-24 if saturday then next tuesday if sunday then next wednesday',
      'substitutes 12-25 if saturday then next monday if sunday then next wednesday',
      'substitutes 12-26 if saturday then next monday if sunday then next tuesday',
    ],
  },
  // Green Monday is 48 days before Easter; and the Monday of Kataklysmos
  CY: { wrong: ['orthodox -47'], missing: ['orthodox -48', 'orthodox 50'] },
  // the days of communities, which their statutes name
  'ES-CB': { wrong: ['06-28'], missing: ['07-28'] },
  'ES-MC': { missing: ['06-09'] },
  'ES-ML': { missing: ['09-08', '09-17'] },
  'ES-NC': { missing: ['12-03'] },
  'ES-VC': { missing: ['10-09'] },
  // the act on the calculation of time limits (150/1930), section 5
  FI: { missing: ['friday after 06-19', '12-24'] },
  // among the holidays that the EEA publishes
  LI: { missing: ['02-02', '03-19', '08-15', '11-01'] },
  // Algemene termijnenwet, Art. 3
  NL: { missing: ['easter -2', '05-05'] },
  // the act on the calculation of statutory time limits (1930:173), section 2
  SE: { missing: ['friday after 06-19', '12-24', '12-31'] },
  // working days in 2026 alone
  SK: { missing: ['05-08 since 2027', '09-15 since 2027'] },
};

/** Main time zones of states for which the library begins with another one. */
export const STATE_TIME_ZONES: Readonly<Record<string, string>> = { 'CA-QC': 'America/Toronto' };
