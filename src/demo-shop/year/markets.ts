/** A country, or a state of one, in which the demo shop's customers live. */
type Market = Readonly<{
  country: string;
  state: string | null;
  tax: Readonly<{ name: string; percent: number }>;
  /** Cities with the pattern of their postal codes. */
  cities: readonly (readonly [name: string, postalCode: string])[];
}>;

/** How many of a hundred customers live where, what tax they pay, and in which cities they live. */
const TABLE = `
28 DE    MwSt.      19     Berlin 10###, Hamburg 20###, München 80###, Köln 50###, Leipzig 04###
14 FR    TVA        20     Paris 750##, Lyon 690##, Nantes 440##, Lille 590##
9  NL    BTW        21     Amsterdam 10## AB, Utrecht 35## AB, Rotterdam 30## AB
8  AT    USt.       20     Wien 10##, Graz 80##, Linz 40##
6  IT    IVA        22     Milano 201##, Torino 101##, Bologna 401##
5  CH    MWST       8.1    Zürich 80##, Basel 40##, Bern 30##
12 GB    VAT        20     London E1 #AB, Bristol BS1 #AB, Leeds LS1 #AB
7  US-CA Sales_tax  7.25   Los_Angeles 900##, San_Diego 921##
6  US-NY Sales_tax  8.875  New_York 100##, Buffalo 142##
5  US-TX Sales_tax  8.25   Austin 787##, Houston 770##`;

const text = (word = ''): string => word.replaceAll('_', ' ');

export const MARKETS = TABLE.trim()
  .split('\n')
  .map((line): readonly [share: number, market: Market] => {
    const [share, place = '', name, percent, ...cities] = line.split(/ +/);
    const [country = '', state = null] = place.split('-');
    const tax = { name: text(name), percent: Number(percent) };
    const pairs = cities.join(' ').split(', ');
    return [
      Number(share),
      { country, state, tax, cities: pairs.map((pair) => [text(pair.split(' ')[0]), pair.replace(/^\S+ /, '')]) },
    ];
  });

const wordsOf = (words: string): readonly string[] => words.split(' ').map(text);

export const FIRST_NAMES = wordsOf(
  'Anna Ben Clara David Elena Felix Greta Hugo Ida Jonas Katja Lukas Marta Noah Olivia Paul Quentin Rosa Simon Tilda Ugo Vera Willem Xenia Yara Zoe Amélie Bruno Chloé Daan Emma Finn Giulia Hannah Isaac Julia Kilian Lena Mateo Nora',
);

export const LAST_NAMES = wordsOf(
  'Albrecht Baker Conti De_Vries Evans Fischer García Huber Ivanov Jansen Keller Lefèvre Martin Novak Olsen Petit Quinn Rossi Schmidt Taylor Urban Vogel Weber Young Zimmermann Berger Clark Dubois Ellis Ferrari Graf Hughes Jung Klein Lang Meyer Nowak Otto Pfeiffer Richter Steiner Thomas',
);

export const STREETS = wordsOf(
  'Lindenstraße Rue_des_Fleurs Keizersgracht Hauptstraße Via_Roma Bahnhofstrasse High_Street Oak_Avenue Maple_Street Station_Road Gartenweg Rue_Victor_Hugo Parkway Church_Lane Schulstraße',
);
