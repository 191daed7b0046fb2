//! Names of CSS that browsers know, to find misspelled ones.

/// Pseudo-classes and pseudo-elements (Selectors 4, CSS Pseudo-Elements 4, and the specifications that add to them), without prefixed ones.
pub const PSEUDO: &[&str] = &[
    "active",
    "after",
    "any-link",
    "autofill",
    "backdrop",
    "before",
    "blank",
    "checked",
    "checkmark",
    "cue",
    "current",
    "default",
    "defined",
    "details-content",
    "dir",
    "disabled",
    "empty",
    "enabled",
    "file-selector-button",
    "first",
    "first-child",
    "first-letter",
    "first-line",
    "first-of-type",
    "focus",
    "focus-visible",
    "focus-within",
    "fullscreen",
    "future",
    "grammar-error",
    "has",
    "highlight",
    "host",
    "host-context",
    "hover",
    "in-range",
    "indeterminate",
    "invalid",
    "is",
    "lang",
    "last-child",
    "last-of-type",
    "left",
    "link",
    "local-link",
    "marker",
    "modal",
    "muted",
    "not",
    "nth-child",
    "nth-last-child",
    "nth-last-of-type",
    "nth-of-type",
    "only-child",
    "only-of-type",
    "open",
    "optional",
    "out-of-range",
    "part",
    "past",
    "paused",
    "picker",
    "picker-icon",
    "picture-in-picture",
    "placeholder",
    "placeholder-shown",
    "playing",
    "popover-open",
    "read-only",
    "read-write",
    "required",
    "right",
    "root",
    "scope",
    "scroll-button",
    "scroll-marker",
    "seeking",
    "selection",
    "slotted",
    "spelling-error",
    "stalled",
    "state",
    "target",
    "target-current",
    "target-text",
    "target-within",
    "user-invalid",
    "user-valid",
    "valid",
    "view-transition",
    "view-transition-group",
    "view-transition-image-pair",
    "view-transition-new",
    "view-transition-old",
    "visited",
    "where",
];

/// Features of media queries (Media Queries 5).
pub const MEDIA_FEATURES: &[&str] = &[
    "any-hover",
    "any-pointer",
    "aspect-ratio",
    "color",
    "color-gamut",
    "color-index",
    "device-height",
    "device-width",
    "display-mode",
    "dynamic-range",
    "environment-blending",
    "forced-colors",
    "grid",
    "height",
    "horizontal-viewport-segments",
    "hover",
    "inverted-colors",
    "max-aspect-ratio",
    "max-color",
    "max-device-width",
    "max-height",
    "max-resolution",
    "max-width",
    "min-aspect-ratio",
    "min-color",
    "min-device-width",
    "min-height",
    "min-resolution",
    "min-width",
    "monochrome",
    "nav-controls",
    "orientation",
    "overflow-block",
    "overflow-inline",
    "pointer",
    "prefers-color-scheme",
    "prefers-contrast",
    "prefers-reduced-data",
    "prefers-reduced-motion",
    "prefers-reduced-transparency",
    "resolution",
    "scan",
    "scripting",
    "update",
    "vertical-viewport-segments",
    "video-color-gamut",
    "video-dynamic-range",
    "width",
];

/// Names of properties and descriptors, without vendor prefixes, of the specifications that browsers and print programs implement, and of SVG.
pub const PROPERTIES: &str = "accent-color additive-symbols align-content align-items align-self align-tracks alignment-baseline all anchor-name \
    anchor-scope animation animation-composition animation-delay animation-direction animation-duration \
    animation-fill-mode animation-iteration-count animation-name animation-play-state animation-range \
    animation-range-end animation-range-start animation-timeline animation-timing-function animation-trigger appearance \
    ascent-override aspect-ratio backdrop-filter backface-visibility background background-attachment \
    background-blend-mode background-clip background-color background-image background-origin background-position \
    background-position-x background-position-y background-repeat background-repeat-x background-repeat-y \
    background-size base-palette baseline-shift baseline-source behavior bleed block-size bookmark-label bookmark-level \
    bookmark-state border border-block border-block-color border-block-end border-block-end-color border-block-end-style \
    border-block-end-width border-block-start border-block-start-color border-block-start-style border-block-start-width \
    border-block-style border-block-width border-bottom border-bottom-color border-bottom-left-radius \
    border-bottom-right-radius border-bottom-style border-bottom-width border-collapse border-color \
    border-end-end-radius border-end-start-radius border-image border-image-outset border-image-repeat \
    border-image-slice border-image-source border-image-width border-inline border-inline-color border-inline-end \
    border-inline-end-color border-inline-end-style border-inline-end-width border-inline-start \
    border-inline-start-color border-inline-start-style border-inline-start-width border-inline-style \
    border-inline-width border-left border-left-color border-left-style border-left-width border-radius border-right \
    border-right-color border-right-style border-right-width border-shape border-spacing border-start-end-radius \
    border-start-start-radius border-style border-top border-top-color border-top-left-radius border-top-right-radius \
    border-top-style border-top-width border-width bottom box-align box-decoration-break box-direction box-flex \
    box-flex-group box-lines box-ordinal-group box-orient box-pack box-shadow box-sizing break-after break-before \
    break-inside caption-side caret caret-animation caret-color caret-shape clear clip clip-path clip-rule color \
    color-adjust color-interpolation color-interpolation-filters color-profile color-rendering color-scheme column-count \
    column-fill column-gap column-height column-rule column-rule-break column-rule-color column-rule-inset \
    column-rule-style column-rule-width column-span column-width column-wrap columns composes contain \
    contain-intrinsic-block-size contain-intrinsic-height contain-intrinsic-inline-size contain-intrinsic-size \
    contain-intrinsic-width container container-name container-type content content-visibility corner-block-end-shape \
    corner-block-start-shape corner-bottom-left-shape corner-bottom-right-shape corner-bottom-shape corner-end-end-shape \
    corner-end-start-shape corner-inline-end-shape corner-inline-start-shape corner-left-shape corner-right-shape \
    corner-shape corner-start-end-shape corner-start-start-shape corner-top-left-shape corner-top-right-shape \
    corner-top-shape counter-increment counter-reset counter-set cursor cx cy d descent-override direction display \
    dominant-baseline dynamic-range-limit empty-cells enable-background fallback field-sizing fill fill-opacity \
    fill-rule filter flex flex-basis flex-direction flex-flow flex-grow flex-line-count flex-shrink flex-wrap float \
    float-reference flood-color flood-opacity font font-display font-family font-feature-settings font-kerning \
    font-language-override font-named-instance font-optical-sizing font-palette font-size font-size-adjust font-smooth \
    font-stretch font-style font-synthesis font-synthesis-position font-synthesis-small-caps font-synthesis-style \
    font-synthesis-weight font-variant font-variant-alternates font-variant-caps font-variant-east-asian \
    font-variant-emoji font-variant-ligatures font-variant-numeric font-variant-position font-variation-settings \
    font-weight font-width footnote-display footnote-policy forced-color-adjust frame-sizing gap \
    glyph-orientation-horizontal glyph-orientation-vertical grid grid-area grid-auto-columns grid-auto-flow \
    grid-auto-rows grid-column grid-column-end grid-column-gap grid-column-start grid-gap grid-row grid-row-end \
    grid-row-gap grid-row-start grid-template grid-template-areas grid-template-columns grid-template-rows \
    hanging-punctuation height hyphenate-character hyphenate-limit-chars hyphenate-limit-last hyphenate-limit-lines \
    hyphenate-limit-zone hyphens image-orientation image-rendering image-resolution ime-mode inherits initial-letter \
    initial-letter-align initial-value inline-size inset inset-area inset-block inset-block-end inset-block-start \
    inset-inline inset-inline-end inset-inline-start interactivity interest-delay interest-delay-end \
    interest-delay-start interpolate-size isolation justify-content justify-items justify-self justify-tracks kerning \
    leading-trim left letter-spacing lighting-color line-break line-clamp line-gap-override line-height line-height-step \
    line-sizing link-parameters list-style list-style-image list-style-position list-style-type margin margin-block \
    margin-block-end margin-block-start margin-bottom margin-inline margin-inline-end margin-inline-start margin-left \
    margin-right margin-top margin-trim marker marker-end marker-mid marker-start marks mask mask-border \
    mask-border-mode mask-border-outset mask-border-repeat mask-border-slice mask-border-source mask-border-width \
    mask-clip mask-composite mask-image mask-mode mask-origin mask-position mask-position-x mask-position-y mask-repeat \
    mask-repeat-x mask-repeat-y mask-size mask-type masonry-auto-flow math-depth math-shift math-style max-block-size \
    max-height max-inline-size max-lines max-width max-zoom min-block-size min-height min-inline-size min-width min-zoom \
    mix-blend-mode motion motion-distance motion-path motion-rotation nav-down nav-index nav-left nav-right nav-up \
    navigation negative object-fit object-position object-view-box offset offset-anchor offset-block offset-block-end \
    offset-block-start offset-distance offset-inline offset-inline-end offset-inline-start offset-path offset-position \
    offset-rotate offset-rotation opacity order orientation orphans outline outline-color outline-offset outline-style \
    outline-width overflow overflow-anchor overflow-block overflow-clip-box overflow-clip-margin overflow-inline \
    overflow-wrap overflow-x overflow-y overlay override-colors overscroll-behavior overscroll-behavior-block \
    overscroll-behavior-inline overscroll-behavior-x overscroll-behavior-y pad padding padding-block padding-block-end \
    padding-block-start padding-bottom padding-inline padding-inline-end padding-inline-start padding-left padding-right \
    padding-top page page-break-after page-break-before page-break-inside page-margin-safety page-orientation \
    paint-order path-length perspective perspective-origin place-content place-items place-self pointer-events position \
    position-anchor position-area position-try position-try-fallbacks position-try-options position-try-order \
    position-visibility prefix print-color-adjust quotes r range reading-flow reading-order resize result right rotate \
    row-gap row-rule row-rule-color row-rule-style row-rule-width ruby-align ruby-merge ruby-overhang ruby-position rule \
    rule-break rule-color rule-inset rule-style rule-width rx ry scale scroll-axis-lock scroll-behavior \
    scroll-initial-target scroll-margin scroll-margin-block scroll-margin-block-end scroll-margin-block-start \
    scroll-margin-bottom scroll-margin-inline scroll-margin-inline-end scroll-margin-inline-start scroll-margin-left \
    scroll-margin-right scroll-margin-top scroll-marker-group scroll-padding scroll-padding-block \
    scroll-padding-block-end scroll-padding-block-start scroll-padding-bottom scroll-padding-inline \
    scroll-padding-inline-end scroll-padding-inline-start scroll-padding-left scroll-padding-right scroll-padding-top \
    scroll-snap-align scroll-snap-coordinate scroll-snap-destination scroll-snap-margin scroll-snap-margin-bottom \
    scroll-snap-margin-left scroll-snap-margin-right scroll-snap-margin-top scroll-snap-points-x scroll-snap-points-y \
    scroll-snap-stop scroll-snap-type scroll-snap-type-x scroll-snap-type-y scroll-target-group scroll-timeline \
    scroll-timeline-axis scroll-timeline-name scrollbar-arrow-color scrollbar-base-color scrollbar-color \
    scrollbar-face-color scrollbar-gutter scrollbar-highlight-color scrollbar-shadow-color scrollbar-track-color \
    scrollbar-width shape-image-threshold shape-inside shape-margin shape-outside shape-rendering size size-adjust speak \
    speak-as src stop-color stop-opacity string-set stroke stroke-color stroke-dasharray stroke-dashoffset \
    stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width suffix symbols syntax system tab-size \
    table-layout text-align text-align-all text-align-last text-anchor text-autospace text-box text-box-edge \
    text-box-trim text-combine-upright text-decoration text-decoration-color text-decoration-inset text-decoration-line \
    text-decoration-skip text-decoration-skip-ink text-decoration-style text-decoration-thickness text-decoration-width \
    text-edge text-emphasis text-emphasis-color text-emphasis-position text-emphasis-style text-fit text-indent \
    text-justify text-orientation text-overflow text-rendering text-shadow text-size-adjust text-spacing-trim \
    text-transform text-underline-offset text-underline-position text-wrap text-wrap-mode text-wrap-style timeline-scope \
    timeline-trigger timeline-trigger-activation-range timeline-trigger-activation-range-end \
    timeline-trigger-activation-range-start timeline-trigger-active-range timeline-trigger-active-range-end \
    timeline-trigger-active-range-start timeline-trigger-name timeline-trigger-source top touch-action transform \
    transform-box transform-origin transform-style transition transition-behavior transition-delay transition-duration \
    transition-property transition-timing-function translate trigger-scope types unicode-bidi unicode-range user-select \
    user-zoom vector-effect vertical-align view-timeline view-timeline-axis view-timeline-inset view-timeline-name \
    view-transition-class view-transition-group view-transition-name view-transition-scope viewport-fit visibility \
    voice-family white-space white-space-collapse widows width will-change window-drag word-break word-spacing word-wrap \
    writing-mode x y z-index zoom";

/// Keywords of all properties, colors included.
pub const KEYWORDS: &str = "a3 a4 a5 a98-rgb above absolute accentcolor accentcolortext accumulate active activeborder activecaption activetext \
    add additive additive-symbols after alias aliceblue all all-petite-caps all-scroll all-small-caps allow-discrete \
    allow-end allow-keywords alpha alphabetic alternate alternate-reverse always anchor-center anchors-valid \
    anchors-visible antiquewhite anywhere appworkspace aqua aquamarine arcs ascent-override at auto auto-add auto-fill auto-fit \
    auto-phrase avoid avoid-column avoid-page avoid-region azure b4 b5 background backwards balance bar base-palette \
    base-select baseline before beige below bevel bidi-override bisque black blanchedalmond blink block block-axis \
    block-end block-start blue blueviolet bold bolder border border-area border-box both bottom bounding-box \
    box-decoration break-all break-spaces break-word brown bt bullets burlywood butt button buttonborder buttonface \
    buttonhighlight buttonshadow buttontext cadetblue canvas canvastext cap capitalize caption captiontext caret cell \
    center central chained chartreuse checkbox checkbox-container checkbox-label checkmenuitem chocolate circle clamp \
    clear clip clone close-quote closest-corner closest-side col-resize collapse collection color color-burn \
    color-colrv1 color-dodge column column-reverse common-ligatures compact condensed constrained constrained-high \
    contain content content-block-size content-box content-height content-inline-size content-width contents \
    context-fill context-menu context-stroke contextual copy coral cornflowerblue cornsilk cover crimson crisp-edges \
    crispedges crop cross crosshair currentcolor cursive cyan cyclic dark darkblue darkcyan darken darkgoldenrod \
    darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon \
    darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet dashed decreasing deeppink \
    deepskyblue default default-button definite-first dense descent-override destination-atop destination-in \
    destination-out destination-over diagonal-fractions difference digits dimgray dimgrey disabled \
    discretionary-ligatures display-p3 distribute dodgerblue dot dotted double double-circle dpi drag drop dualbutton e \
    e-resize ease ease-in ease-in-out ease-out economy edges element ellipse ellipsis ellipsis-word embed \
    embedded-opentype emoji enabled end entry entry-crossing even evenodd ew-resize ex exact exclude exclusion exit \
    exit-crossing expanded extra-condensed extra-expanded fallback false fangsong fantasy farthest-corner farthest-side \
    field fieldtext fill fill-box fill-opacity filled firebrick first fit-content fixed fixed-position flat flex \
    flex-end flex-flow flex-start flex-visual flip flip-block flip-inline flip-start floralwhite flow flow-root \
    font-display font-family font-feature-settings font-stretch font-style font-variation-settings font-weight force-end \
    force-hidden forestgreen forwards from from-font from-image fuchsia full-size-kana full-width gainsboro \
    geometricprecision ghostwhite gold goldenrod grab grabbing grammar-error gray graytext green greenyellow grey grid \
    grid-columns grid-order grid-rows grippers groove groupbox grow hanging hard-light help hidden hide highlight \
    highlighttext historical-forms historical-ligatures honeydew horizontal horizontal-tb hotpink hsl hue hwb icon \
    ideograph-alpha ideograph-numeric ideograph-parenthesis ideograph-space ideographic ideographic-ink ignore important \
    in in-flow inactive inactiveborder inactivecaption inactivecaptiontext increasing indianred indigo inert infinite \
    infinity infobackground infotext inherit initial initial-value ink inline inline-axis inline-block inline-end \
    inline-flex inline-grid inline-list-item inline-size inline-start inline-table inner-spin-button insert inset inside \
    inter-character inter-word intersect intrinsic invert isolate isolate-override italic ivory jis-b4 jis-b5 jis04 \
    jis78 jis83 jis90 jpeg jump-both jump-end jump-none jump-start justify keep-all khaki lab landscape large larger \
    last lavender lavenderblush lawngreen layout lch leading-spaces ledger left legacy legal lemonchiffon letter light \
    lightblue lightcoral lightcyan lighten lighter lightgoldenrodyellow lightgray lightgreen lightgrey lightpink \
    lightsalmon lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen \
    line-gap-override line-through linear linearrgb linen lining-nums linktext list-item listbox listitem \
    literal-punctuation local longer loose lowercase lr ltr luminance luminosity magenta mandatory manipulation manual \
    margin-box mark markers marktext maroon match-element match-parent match-source math math-auto mathematical \
    max-content maximum medium mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue \
    mediumspringgreen mediumturquoise mediumvioletred menu menuarrow menubar menucheckbox menuimage menuitem \
    menuitemtext menulist menulist-button menulist-text menulist-textfield menupopup menuradio menuseparator menutext \
    message-box meter meterbar meterchunk middle midnightblue min-content min-intrinsic mintcream mistyrose miter \
    miter-clip mixed moccasin monospace most-block-size most-height most-inline-size most-width move multiple multiply \
    n-resize nan navajowhite navy ne-resize nearest nesw-resize never next no-autospace no-clip no-close-quote \
    no-common-ligatures no-contextual no-discretionary-ligatures no-drag no-drop no-ellipsis no-historical-ligatures \
    no-limit no-open-quote no-overflow no-punctuation no-repeat non-rotation non-scaling-size non-scaling-stroke none \
    nonzero normal not-allowed notch nowrap ns-resize numbers numeric numeric-only nw-resize nwse-resize objects \
    oblique odd of oklab oklch oldlace oldstyle-nums olive olivedrab open open-quote opentype optimizelegibility \
    optimizequality optimizespeed optional orange orangered orchid ordered ordinal outset outside over overlay \
    overline override-colors pack padding padding-box page page-margin-safety page-orientation paint painted \
    palegoldenrod palegreen paleturquoise palevioletred pan-down pan-left pan-right pan-up pan-x pan-y papayawhip paused \
    peachpuff peru petite-caps pi pinch-zoom pink pixelated plaintext plum plus-darker plus-lighter png pointer portrait \
    position powderblue pre pre-line pre-wrap preserve preserve-3d preserve-breaks preserve-parent-color preserve-spaces \
    pretty print progress progress-bar progress-bar-value progressbar progressbar-vertical progresschunk \
    progresschunk-vertical prophoto-rgb proportional-nums proportional-width proximity punctuation purple push-button \
    radial radio radio-container radio-label radiomenuitem railed raise range read-only read-write \
    read-write-plaintext-only rebeccapurple rec2020 recto red region relative repeat repeat-x repeat-y replace reset \
    resizer resizerpanel reverse revert revert-layer revert-rule ridge right rl rosybrown rotate-left rotate-right round \
    row row-resize row-reverse royalblue rtl ruby ruby-base ruby-base-container ruby-text ruby-text-container run-in \
    running s-resize saddlebrown safe salmon sandybrown sans-serif saturation scale-down scale-horizontal scale-vertical \
    scoop screen scroll scroll-position scroll-state scrollbar se-resize seagreen searchfield searchfield-cancel-button \
    searchfield-decoration searchfield-results-button searchfield-results-decoration seashell select-after select-all \
    select-before select-menu select-same selecteditem selecteditemtext self-block-end self-block-start self-end \
    self-inline-end self-inline-start self-start semi-condensed semi-expanded separate separator serif sesame sheet \
    shorter show shrink sideways sideways-lr sideways-right sideways-rl sienna silver simplified single size size-adjust \
    skyblue slashed-zero slateblue slategray slategrey slice slider-horizontal slider-vertical small small-caps \
    small-caption smaller smooth snow soft-light solid source-atop source-in source-order source-out source-over space \
    space-all space-around space-between space-evenly space-first spaces span span-all span-block-end span-block-start \
    span-bottom span-end span-inline-end span-inline-start span-left span-right span-self-block-end \
    span-self-block-start span-self-end span-self-inline-end span-self-inline-start span-self-start span-start span-top \
    span-x-end span-x-self-end span-x-self-start span-x-start span-y-end span-y-self-end span-y-self-start span-y-start \
    speak-as spell-out spelling-error spinner spinner-downbutton spinner-textfield spinner-upbutton splitter springgreen \
    square square-button squircle srgb srgb-linear stable stacked-fractions standard start static status-bar statusbar \
    statusbarpanel steelblue step-end step-start sticky stretch stretch-to-fit strict stroke stroke-box stroke-opacity \
    style sub subgrid subtract super svg sw-resize swap symbolic system-ui tab tab-scroll-arrow-back \
    tab-scroll-arrow-forward table table-caption table-cell table-column table-column-group table-footer-group \
    table-header-group table-row table-row-group tabpanel tabpanels tabs tabular-nums tan tb teal text text-after-edge \
    text-before-edge text-bottom text-top textarea textfield textfield-multiline thick thin thistle threeddarkshadow \
    threedface threedhighlight threedlightshadow threedshadow titling-caps to to-zero tomato toolbar toolbarbutton \
    toolbargripper toolbox tooltip top touch traditional trailing-spaces transparent treeheader treeheadercell \
    treeheadersortarrow treeitem treeline treetwisty treetwistyopen treeview triangle trim-both trim-end trim-start true \
    truetype turquoise ui-monospace ui-rounded ui-sans-serif ui-serif ultra-condensed ultra-expanded under underline \
    underscore unicase unicode unicode-range unsafe unset uppercase upright variations verso vertical vertical-lr \
    vertical-rl vertical-text vertical-to-horizontal view-box violet visible visiblefill visiblepainted visiblestroke \
    visitedtext w-resize wait wavy weight wheat white whitesmoke window windowframe windowtext woff woff2 words wrap \
    wrap-reverse write-only x x-end x-large x-self-end x-self-start x-small x-start xor xx-large xx-small xxx-large xyz \
    xyz-d50 xyz-d65 y y-end y-self-end y-self-start y-start yellow yellowgreen z zoom zoom-in zoom-out";

/// Units of numbers (CSS Values 4, sections 6 and 7; CSS Grid 2; CSS Speech).
pub const UNITS: &str = "cap ch cm cqb cqh cqi cqmax cqmin cqw db deg dpcm dpi dppx dvb dvh dvi dvmax dvmin dvw em ex fr grad hz ic in khz lh \
    lvb lvh lvi lvmax lvmin lvw mm ms pc pt px q rad rcap rch rem rex ric rlh s st svb svh svi svmax svmin svw turn vb \
    vh vi vmax vmin vw x";

/// Functions of Sass, Less, and Tailwind that browsers do not have.
pub const SASS: &str = "adjust-color adjust-hue change-color darken desaturate fade-in fade-out fadein fadeout lighten map-get opacify \
    percentage scale-color shade theme tint transparentize";

/// At-rules with a block (CSS Conditional 5, CSS Fonts 4, CSS Cascade 6, and others).
pub const AT_RULES: &[&str] = &[
    "media",
    "supports",
    "container",
    "layer",
    "scope",
    "font-face",
    "font-feature-values",
    "font-palette-values",
    "keyframes",
    "property",
    "page",
    "counter-style",
    "starting-style",
    "view-transition",
    "position-try",
    "document",
    "viewport",
    "function",
    "mixin",
    "apply",
];
