// Generated from core/catalog/safe-html.ts by `npm run dashboard:api`.

export const ALLOWED_HTML = {
  "tags": [
    "p",
    "br",
    "hr",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "blockquote",
    "pre",
    "div",
    "figure",
    "figcaption",
    "strong",
    "b",
    "em",
    "i",
    "u",
    "s",
    "del",
    "ins",
    "sub",
    "sup",
    "small",
    "mark",
    "code",
    "abbr",
    "q",
    "span",
    "ul",
    "ol",
    "li",
    "dl",
    "dt",
    "dd",
    "a",
    "img",
    "details",
    "summary",
    "table",
    "caption",
    "thead",
    "tbody",
    "tfoot",
    "tr",
    "th",
    "td"
  ],
  "attributes": {
    "*": [
      "dir",
      "lang",
      "title"
    ],
    "a": [
      "href"
    ],
    "img": [
      "src",
      "alt",
      "width",
      "height"
    ],
    "ol": [
      "start",
      "type",
      "reversed"
    ],
    "th": [
      "colspan",
      "rowspan",
      "scope"
    ],
    "td": [
      "colspan",
      "rowspan"
    ]
  },
  "schemes": [
    "https",
    "http",
    "mailto",
    "tel"
  ],
  "withoutText": [
    "script",
    "style",
    "textarea",
    "option",
    "xmp",
    "noscript",
    "iframe",
    "noembed",
    "noframes",
    "plaintext",
    "template",
    "title",
    "svg",
    "math",
    "object",
    "canvas",
    "video",
    "audio"
  ]
};
