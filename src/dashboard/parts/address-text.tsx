import type { Schemas } from '../api/request.ts';
import { countryName } from '../text/countries.ts';

/** An address as it is written on a letter. */
export const AddressText = ({ address }: Readonly<{ address: Schemas['Address'] }>) => {
  const { name, company, line1, line2, postal_code: code, city, state, country, phone } = address;
  const place = [code, city].filter((each) => each).join(' ');
  const lines = [name, company, line1, line2, place, state, countryName(country), phone].filter((line) => line);
  return (
    <address>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </address>
  );
};
