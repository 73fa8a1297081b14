import { shop } from './shop.ts';

/** The logo and the name of the shop; without a logo, the first letter of the name. */
export const Brand = () => {
  const { name, logo } = shop.value;
  return (
    <>
      <span class="brand-mark" aria-hidden="true">
        {logo === undefined ? [...name][0]?.toUpperCase() : <img src={logo} alt="" width={28} height={28} />}
      </span>
      <span class="brand-name">{name}</span>
    </>
  );
};
