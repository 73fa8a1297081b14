/** A country, or a state of one, in which the demo shop's customers live. */
export type Market = Readonly<{
  country: string;
  state: string | null;
  /** How many of a hundred customers live here. */
  share: number;
  /** Cities with the beginning of their postal codes, and the number of digits that follow it. */
  cities: readonly (readonly [name: string, postalPrefix: string])[];
  digits: number;
  /** The name and the percentage of the standard tax. */
  tax: readonly [name: string, percent: number];
  /** Other percentages by tax category. */
  reduced?: Readonly<Record<string, number>>;
}>;

export const MARKETS: readonly Market[] = [
  {
    country: 'DE',
    state: null,
    share: 28,
    cities: [
      ['Berlin', '10'],
      ['Hamburg', '20'],
      ['München', '80'],
      ['Köln', '50'],
      ['Leipzig', '04'],
    ],
    digits: 3,
    tax: ['MwSt.', 19],
  },
  {
    country: 'FR',
    state: null,
    share: 14,
    cities: [
      ['Paris', '750'],
      ['Lyon', '690'],
      ['Nantes', '440'],
      ['Lille', '590'],
    ],
    digits: 2,
    tax: ['TVA', 20],
  },
  {
    country: 'NL',
    state: null,
    share: 9,
    cities: [
      ['Amsterdam', '10'],
      ['Utrecht', '35'],
      ['Rotterdam', '30'],
    ],
    digits: 2,
    tax: ['BTW', 21],
  },
  {
    country: 'AT',
    state: null,
    share: 8,
    cities: [
      ['Wien', '10'],
      ['Graz', '80'],
      ['Linz', '40'],
    ],
    digits: 2,
    tax: ['USt.', 20],
  },
  {
    country: 'IT',
    state: null,
    share: 6,
    cities: [
      ['Milano', '201'],
      ['Torino', '101'],
      ['Bologna', '401'],
    ],
    digits: 2,
    tax: ['IVA', 22],
  },
  {
    country: 'CH',
    state: null,
    share: 5,
    cities: [
      ['Zürich', '80'],
      ['Basel', '40'],
      ['Bern', '30'],
    ],
    digits: 2,
    tax: ['MWST', 8.1],
  },
  {
    country: 'GB',
    state: null,
    share: 12,
    cities: [
      ['London', 'E1 '],
      ['Bristol', 'BS1 '],
      ['Leeds', 'LS1 '],
    ],
    digits: 1,
    tax: ['VAT', 20],
  },
  {
    country: 'US',
    state: 'CA',
    share: 7,
    cities: [
      ['Los Angeles', '900'],
      ['San Diego', '921'],
    ],
    digits: 2,
    tax: ['Sales tax', 7.25],
  },
  {
    country: 'US',
    state: 'NY',
    share: 6,
    cities: [
      ['New York', '100'],
      ['Buffalo', '142'],
    ],
    digits: 2,
    tax: ['Sales tax', 8.875],
    // clothes are exempt
    reduced: { clothing: 0 },
  },
  {
    country: 'US',
    state: 'TX',
    share: 5,
    cities: [
      ['Austin', '787'],
      ['Houston', '770'],
    ],
    digits: 2,
    tax: ['Sales tax', 8.25],
  },
];

export const FIRST_NAMES =
  'Anna Ben Clara David Elena Felix Greta Hugo Ida Jonas Katja Lukas Marta Noah Olivia Paul Quentin Rosa Simon Tilda Ugo Vera Willem Xenia Yara Zoe Amélie Bruno Chloé Daan Emma Finn Giulia Hannah Isaac Julia Kilian Lena Mateo Nora'.split(
    ' ',
  );

export const LAST_NAMES =
  'Albrecht Baker Conti De Vries Evans Fischer García Huber Ivanov Jansen Keller Lefèvre Martin Novak Olsen Petit Quinn Rossi Schmidt Taylor Urban Vogel Weber Young Zimmermann Berger Clark Dubois Ellis Ferrari Graf Hughes Jung Klein Lang Meyer Nowak Otto Pfeiffer Richter Steiner Thomas'.split(
    ' ',
  );

export const STREETS =
  'Lindenstraße,Rue des Fleurs,Keizersgracht,Hauptstraße,Via Roma,Bahnhofstrasse,High Street,Oak Avenue,Maple Street,Station Road,Gartenweg,Rue Victor Hugo,Parkway,Church Lane,Schulstraße'.split(
    ',',
  );
