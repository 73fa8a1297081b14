import Activity from 'lucide/dist/esm/icons/activity.mjs';
import Archive from 'lucide/dist/esm/icons/archive.mjs';
import ArrowDown from 'lucide/dist/esm/icons/arrow-down.mjs';
import ArrowLeft from 'lucide/dist/esm/icons/arrow-left.mjs';
import ArrowRight from 'lucide/dist/esm/icons/arrow-right.mjs';
import ArrowUp from 'lucide/dist/esm/icons/arrow-up.mjs';
import BookOpen from 'lucide/dist/esm/icons/book-open.mjs';
import Bookmark from 'lucide/dist/esm/icons/bookmark.mjs';
import Boxes from 'lucide/dist/esm/icons/boxes.mjs';
import Calculator from 'lucide/dist/esm/icons/calculator.mjs';
import ChartLine from 'lucide/dist/esm/icons/chart-line.mjs';
import Check from 'lucide/dist/esm/icons/check.mjs';
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs';
import ChevronLeft from 'lucide/dist/esm/icons/chevron-left.mjs';
import ChevronRight from 'lucide/dist/esm/icons/chevron-right.mjs';
import CircleAlert from 'lucide/dist/esm/icons/circle-alert.mjs';
import Code from 'lucide/dist/esm/icons/code.mjs';
import Columns from 'lucide/dist/esm/icons/columns-3.mjs';
import Copy from 'lucide/dist/esm/icons/copy.mjs';
import CreditCard from 'lucide/dist/esm/icons/credit-card.mjs';
import Download from 'lucide/dist/esm/icons/download.mjs';
import Ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs';
import Eye from 'lucide/dist/esm/icons/eye.mjs';
import FileMinus from 'lucide/dist/esm/icons/file-minus.mjs';
import FileText from 'lucide/dist/esm/icons/file-text.mjs';
import FolderTree from 'lucide/dist/esm/icons/folder-tree.mjs';
import Heading from 'lucide/dist/esm/icons/heading-2.mjs';
import House from 'lucide/dist/esm/icons/house.mjs';
import ImagePlus from 'lucide/dist/esm/icons/image-plus.mjs';
import Inbox from 'lucide/dist/esm/icons/inbox.mjs';
import Italic from 'lucide/dist/esm/icons/italic.mjs';
import KeyRound from 'lucide/dist/esm/icons/key-round.mjs';
import Bold from 'lucide/dist/esm/icons/letter-b.mjs';
import Link from 'lucide/dist/esm/icons/link.mjs';
import List from 'lucide/dist/esm/icons/list.mjs';
import Filter from 'lucide/dist/esm/icons/list-filter.mjs';
import LogOut from 'lucide/dist/esm/icons/log-out.mjs';
import MenuLines from 'lucide/dist/esm/icons/menu.mjs';
import Milestone from 'lucide/dist/esm/icons/milestone.mjs';
import Pencil from 'lucide/dist/esm/icons/pencil.mjs';
import Percent from 'lucide/dist/esm/icons/percent.mjs';
import Plus from 'lucide/dist/esm/icons/plus.mjs';
import Receipt from 'lucide/dist/esm/icons/receipt-text.mjs';
import Repeat from 'lucide/dist/esm/icons/repeat.mjs';
import ScrollText from 'lucide/dist/esm/icons/scroll-text.mjs';
import Search from 'lucide/dist/esm/icons/search.mjs';
import Server from 'lucide/dist/esm/icons/server-cog.mjs';
import Settings from 'lucide/dist/esm/icons/settings.mjs';
import ShoppingBag from 'lucide/dist/esm/icons/shopping-bag.mjs';
import Store from 'lucide/dist/esm/icons/store.mjs';
import Tag from 'lucide/dist/esm/icons/tag.mjs';
import Truck from 'lucide/dist/esm/icons/truck.mjs';
import Undo from 'lucide/dist/esm/icons/undo-2.mjs';
import User from 'lucide/dist/esm/icons/user-round.mjs';
import Users from 'lucide/dist/esm/icons/users-round.mjs';
import Webhook from 'lucide/dist/esm/icons/webhook.mjs';
import X from 'lucide/dist/esm/icons/x.mjs';

/** Each is imported alone: the whole collection would be read by the bundler, for two seconds. */
const ICONS = {
  activity: Activity,
  addImages: ImagePlus,
  analytics: ChartLine,
  archive: Archive,
  back: ChevronLeft,
  bold: Bold,
  bookmark: Bookmark,
  calculator: Calculator,
  card: CreditCard,
  categories: FolderTree,
  check: Check,
  close: X,
  code: Code,
  columns: Columns,
  copy: Copy,
  creditNote: FileMinus,
  customers: Users,
  docs: BookOpen,
  down: ArrowDown,
  download: Download,
  edit: Pencil,
  eye: Eye,
  filter: Filter,
  forward: ChevronRight,
  gateways: Server,
  heading: Heading,
  history: ScrollText,
  home: House,
  inbox: Inbox,
  invoice: Receipt,
  italic: Italic,
  key: KeyRound,
  left: ArrowLeft,
  link: Link,
  list: List,
  menu: MenuLines,
  more: Ellipsis,
  orders: ShoppingBag,
  page: FileText,
  percent: Percent,
  plus: Plus,
  products: Boxes,
  redirects: Milestone,
  repeat: Repeat,
  returns: Undo,
  right: ArrowRight,
  search: Search,
  settings: Settings,
  shop: Store,
  signOut: LogOut,
  tag: Tag,
  truck: Truck,
  unfolded: ChevronDown,
  up: ArrowUp,
  user: User,
  warning: CircleAlert,
  webhook: Webhook,
} as const;

export type IconName = keyof typeof ICONS;

/** An icon of Lucide in the colour and the size of the text; it says nothing that is not written beside it. */
export const Icon = ({ name }: Readonly<{ name: IconName }>) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    {ICONS[name].map(([Shape, attributes], index) => (
      <Shape key={index} {...attributes} />
    ))}
  </svg>
);
