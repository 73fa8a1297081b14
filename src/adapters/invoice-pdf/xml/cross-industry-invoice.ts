import { create } from 'xmlbuilder2';
import { PrintedDocument, type PrintedLine } from '#core/invoices/printed-document.ts';
import { Money } from '#core/shared/money.ts';
import type { Printed } from '../page/style.ts';
import { type NetLine, netLine } from './net-line.ts';
import { taxBreakdown } from './tax-breakdown.ts';
import { type TaxCategory, taxCategories } from './tax-category.ts';
import { buyerParty, sellerParty } from './trade-party.ts';
import { type Content, dayIn, decimalOf, oneLine, periodOf, quantityOf, severalLines } from './values.ts';

const STANDARD = 'urn:un:unece:uncefact:data:standard:';

const NAMESPACES = {
  '@xmlns:rsm': `${STANDARD}CrossIndustryInvoice:100`,
  '@xmlns:qdt': `${STANDARD}QualifiedDataType:100`,
  '@xmlns:ram': `${STANDARD}ReusableAggregateBusinessInformationEntity:100`,
  '@xmlns:udt': `${STANDARD}UnqualifiedDataType:100`,
} as const;

/** UNTDID 1001. */
const TYPE_CODES = { invoice: '380', credit_note: '381' } as const;

/** UNTDID 5189: a discount. */
const DISCOUNT_CODE = '95';

type Line = NetLine & Readonly<{ printed: PrintedLine; category: TaxCategory }>;

/** The document as a Cross Industry Invoice of the profile EN 16931. */
export const crossIndustryInvoice = (printed: Printed): string => {
  const { document, labels } = printed;
  const categoryOf = taxCategories(document, labels);
  const lines = document.lines.map((line) => ({
    ...netLine(line, document.pricesIncludeTax),
    printed: line,
    category: categoryOf(line),
  }));
  const root: Content = {
    'rsm:CrossIndustryInvoice': {
      ...NAMESPACES,
      'rsm:ExchangedDocumentContext': {
        'ram:GuidelineSpecifiedDocumentContextParameter': { 'ram:ID': 'urn:cen.eu:en16931:2017' },
      },
      'rsm:ExchangedDocument': {
        'ram:ID': oneLine(document.number),
        'ram:TypeCode': TYPE_CODES[document.kind],
        'ram:IssueDateTime': dayIn(document.timeZone)(document.issuedAt),
        'ram:IncludedNote': noteOf(document.footer),
      },
      'rsm:SupplyChainTradeTransaction': {
        'ram:IncludedSupplyChainTradeLineItem': lines.map((line, index) => lineItem(line, index + 1, printed)),
        'ram:ApplicableHeaderTradeAgreement': agreement(document, lines),
        'ram:ApplicableHeaderTradeDelivery': delivery(document),
        'ram:ApplicableHeaderTradeSettlement': settlement(printed, lines),
      },
    },
  };
  return create({ version: '1.0', encoding: 'UTF-8' }, root as object).end();
};

const noteOf = (footer: string | null): Content => {
  const content = severalLines(footer);
  return content && { 'ram:Content': content };
};

const lineItem = (line: Line, number: number, { document, labels }: Printed): Content => ({
  'ram:AssociatedDocumentLineDocument': { 'ram:LineID': String(number) },
  'ram:SpecifiedTradeProduct': { 'ram:Name': oneLine(line.printed.description) ?? '-' },
  'ram:SpecifiedLineTradeAgreement': {
    'ram:NetPriceProductTradePrice': {
      'ram:ChargeAmount': decimalOf(line.price),
      'ram:BasisQuantity': line.basis === 1 ? null : quantityOf(line.basis),
    },
  },
  'ram:SpecifiedLineTradeDelivery': { 'ram:BilledQuantity': quantityOf(line.quantity) },
  'ram:SpecifiedLineTradeSettlement': {
    'ram:ApplicableTradeTax': {
      'ram:TypeCode': 'VAT',
      'ram:CategoryCode': line.category.code,
      'ram:RateApplicablePercent': line.category.percent === null ? null : String(line.category.percent),
    },
    'ram:BillingSpecifiedPeriod': periodOf(line.printed.period, document.timeZone),
    'ram:SpecifiedTradeAllowanceCharge': line.allowances.map((amount) => ({
      'ram:ChargeIndicator': { 'udt:Indicator': 'false' },
      'ram:ActualAmount': decimalOf(amount),
      'ram:ReasonCode': DISCOUNT_CODE,
      'ram:Reason': labels.discount,
    })),
    'ram:SpecifiedTradeSettlementLineMonetarySummation': { 'ram:LineTotalAmount': decimalOf(line.total) },
  },
});

const agreement = ({ seller, buyer, orderNumber }: PrintedDocument, lines: readonly Line[]): Content => ({
  'ram:SellerTradeParty': sellerParty(seller),
  'ram:BuyerTradeParty': buyerParty(
    buyer,
    lines.some(({ category }) => category.code !== 'O'),
  ),
  'ram:SellerOrderReferencedDocument': orderNumber === null ? null : { 'ram:IssuerAssignedID': String(orderNumber) },
});

const delivery = ({ supply, timeZone }: PrintedDocument): Content =>
  supply instanceof Date
    ? { 'ram:ActualDeliverySupplyChainEvent': { 'ram:OccurrenceDateTime': dayIn(timeZone)(supply) } }
    : {};

const settlement = ({ document, labels }: Printed, lines: readonly Line[]): Content => {
  const { currency, supply, dueAt, timeZone, amountPaid, correctedInvoiceNumber } = document;
  const zero = Money.ofMinor(0n, currency);
  const net = lines.reduce((sum, { total }) => sum.add(total), zero);
  const tax = lines.reduce((sum, line) => sum.add(line.tax), zero);
  const due = PrintedDocument.amountDue(document);
  return {
    'ram:InvoiceCurrencyCode': currency,
    'ram:ApplicableTradeTax': taxBreakdown(lines),
    'ram:BillingSpecifiedPeriod': supply instanceof Date ? null : periodOf(supply, timeZone),
    'ram:SpecifiedTradePaymentTerms': paymentTerms(dueAt && dayIn(timeZone)(dueAt), labels.dueAtOnce, due),
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation': {
      'ram:LineTotalAmount': decimalOf(net),
      'ram:TaxBasisTotalAmount': decimalOf(net),
      'ram:TaxTotalAmount': { '@currencyID': currency, '#': decimalOf(tax) },
      'ram:GrandTotalAmount': decimalOf(PrintedDocument.total(document)),
      'ram:TotalPrepaidAmount': decimalOf(amountPaid),
      'ram:DuePayableAmount': decimalOf(due),
    },
    'ram:InvoiceReferencedDocument': correctedInvoiceNumber && {
      'ram:IssuerAssignedID': oneLine(correctedInvoiceNumber),
    },
  };
};

/** EN 16931 wants a due date or terms where something is due. */
const paymentTerms = (dueDate: Content, atOnce: string, due: Money): Content => {
  if (dueDate !== null) return { 'ram:DueDateDateTime': dueDate };
  return due.minor > 0n ? { 'ram:Description': atOnce } : null;
};
