import { makeLogoSource } from '#adapters/invoice-pdf/logo-source.ts';
import { makePdfRenderer } from '#adapters/invoice-pdf/pdf-renderer.ts';
import { makeWebhookTargets } from '#adapters/webhooks/targets.ts';
import { Image } from '#core/images/image.ts';
import { BACKGROUND } from '../background.ts';
import { type Binding, constant, provide } from '../injection.ts';
import { HTTP } from '../tokens/http.ts';
import { INVOICES } from '../tokens/invoices.ts';
import { SYSTEM } from '../tokens/system.ts';

const { config, systemClock, log } = SYSTEM;

/** Invoices and credit notes as files. */
export const invoiceDocumentsModule = (): readonly Binding[] => {
  // its thread starts with the first document
  const { render, close } = makePdfRenderer();
  return [
    constant(INVOICES.renderer, { render }),
    provide(
      INVOICES.logos,
      { config, systemClock, log, readImage: HTTP.readImage },
      ({ config: { webhookTargets: allowed }, readImage, ...deps }) =>
        makeLogoSource({
          ...deps,
          errorOf: makeWebhookTargets({ allowed }).errorOf,
          readUploaded: async (url) => {
            const fileName = Image.fileNameOf(url);
            return fileName === undefined ? undefined : (await readImage(fileName))?.chunks;
          },
        }),
    ),
    constant(BACKGROUND.processServices, [{ start() {}, stop: close }]),
  ];
};
