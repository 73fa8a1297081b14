import { shopRoutes } from '#adapters/http/shop/routes.ts';
import { makeShopCache } from '#core/shop/shop-cache.ts';
import { makeChangeRules } from '#core/shop/use-cases/change-rules.ts';
import { makeChangeShop } from '#core/shop/use-cases/change-shop.ts';
import { makeSendTestMail } from '#core/users/use-cases/send-test-mail.ts';
import { environmentSettings } from '../environment-settings.ts';
import { type Binding, provide } from '../injection.ts';
import { HTTP } from '../tokens/http.ts';
import { SHOP } from '../tokens/shop.ts';
import { STORAGE } from '../tokens/storage.ts';
import { SYSTEM } from '../tokens/system.ts';

const { clock, systemClock, config, mailer } = SYSTEM;
const { unitOfWork, shopQueries: queries, shopRulesQueries: rules, referenceDataChanges: changes } = STORAGE;

/** The shop's own data, and its rules. */
export const shopModule: readonly Binding[] = [
  provide(SHOP.cache, { queries, changes, systemClock }, makeShopCache),
  provide(
    HTTP.routes,
    { queries, rules, clock, config, unitOfWork, mailer, shop: SHOP.cache, systemClock, throttle: HTTP.throttle },
    ({ config, unitOfWork, mailer, shop, systemClock, ...deps }) => {
      // without a mail server, mails are printed or left out
      const mailing = { unitOfWork, mailer: config.smtp === undefined ? undefined : mailer, shop, systemClock };
      return shopRoutes({
        ...deps,
        changeShop: makeChangeShop(deps),
        changeRules: makeChangeRules(deps),
        environment: environmentSettings(config.environment),
        sendTestMail: makeSendTestMail({ ...mailing, rules: deps.rules }),
      });
    },
  ),
];
