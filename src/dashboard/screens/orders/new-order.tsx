import { BASE } from '../../app/base.ts';
import { AddressSection } from '../../form/address-section.tsx';
import { FieldInputs } from '../../form/form-view.tsx';
import { RestoredNotice } from '../../form/restored-notice.tsx';
import { ScopedButton } from '../../form/scoped-button.tsx';
import { useRefusalFocus } from '../../form/use-refusal-focus.ts';
import { ButtonLink } from '../../parts/button.tsx';
import { ParentLink } from '../../parts/parent-link.tsx';
import { Section } from '../../parts/parts.tsx';
import { fieldLabel, t } from '../../text/text.ts';
import { CustomerChoice } from './customer-choice.tsx';
import { ItemEditor } from './item-editor.tsx';
import { QuoteView } from './quote-view.tsx';
import { buyerFields, noteFields, termFields, useNewOrder } from './use-new-order.ts';

/** An order by phone: put together with a quote, and paid on its own screen afterwards. */
export const NewOrder = () => {
  const { form, choices, quote, failure, change, chooseCustomer, create, isRestored, discard } = useNewOrder();
  return (
    <section class="screen">
      <ParentLink href={`${BASE}/orders`} label={t().navigation.orders} />
      <h1>{t().newOrder.title}</h1>
      {isRestored && <RestoredNotice onDiscard={discard} />}
      <form
        ref={useRefusalFocus(form)}
        class="columns"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <div class="column">
          <Section title={fieldLabel('items')}>
            <ItemEditor
              lines={choices.lines}
              errors={form.errors}
              onChange={(lines) => change({ lines })}
              priced={quote.result}
              isPriceable
            />
          </Section>
          <Section title={fieldLabel('customer')}>
            <CustomerChoice customer={choices.customer} onChange={chooseCustomer} />
            {choices.customer === undefined && <FieldInputs form={form} fields={buyerFields()} />}
          </Section>
          <AddressSection name="shipping_address" form={form} />
          <AddressSection name="billing_address" form={form} hint={t().newOrder.billingHint} />
        </div>
        <div class="column">
          <Section title={t().newOrder.terms}>
            <FieldInputs form={form} fields={[...termFields(), ...noteFields()]} />
          </Section>
          <QuoteView
            quote={quote}
            failure={failure}
            shippingMethodId={choices.shippingMethodId}
            onShippingMethod={(shippingMethodId) => change({ shippingMethodId })}
          />
          <div class="buttons end">
            <ButtonLink label={t().common.cancel} href={`${BASE}/orders`} />
            <ScopedButton
              type="submit"
              label={t().orders.create}
              scope="orders:write"
              class="primary"
              isBusy={form.isBusy}
            />
          </div>
        </div>
      </form>
    </section>
  );
};
