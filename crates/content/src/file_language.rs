//! The language in a file's name: `about.hi.md` is the Hindi version of `about.md`.

use std::collections::BTreeMap;

use diagnostic::{Change, Diagnostic, Fix, Place, one_of};
use icu_locale::{LanguageIdentifier, Locale, LocaleCanonicalizer};

use crate::codes::UNDECLARED_LANGUAGE;
use crate::document::Document;
use crate::site_config::{Language, SiteConfig};
use crate::structure::CollectionRule;
use crate::toml_text::{Part, TomlText};
use crate::tree::Tree;

/// Returns a file's name without its language, and the language as `site.toml` spells it. Case and underscores do not matter:
/// `about.pt_BR` and `about.PT-br` are both in `pt-BR`. Returns `None` if the name does not end in a language of the site.
pub fn split_language<'a>(name: &'a str, config: &'a SiteConfig) -> Option<(&'a str, &'a str)> {
    let (name, tag) = name.rsplit_once('.')?;
    Some((name, declared(tag, config)?))
}

/// Returns whether a tag is a language of the site.
pub fn is_declared(tag: &str, config: &SiteConfig) -> bool {
    declared(tag, config).is_some()
}

/// Returns the language of the site with this tag.
pub(crate) fn declared<'a>(tag: &str, config: &'a SiteConfig) -> Option<&'a str> {
    let mut languages = config.languages.keys();
    let known = languages
        .find(|known| is_same(tag, known))
        .map(String::as_str);
    known.or_else(|| is_same(tag, &config.language).then_some(&config.language))
}

/// Returns whether two tags are equal (RFC 5646, section 2.1.1).
fn is_same(tag: &str, other: &str) -> bool {
    let plain = |byte: u8| {
        if byte == b'_' {
            b'-'
        } else {
            byte.to_ascii_lowercase()
        }
    };
    tag.len() == other.len() && tag.bytes().map(plain).eq(other.bytes().map(plain))
}

/// Reports a file whose name ends in a language that `site.toml` does not declare, such as `about.hi.md` or `about.hindi.md`.
pub fn undeclared_language(document: &Document, config: &SiteConfig) -> Option<Diagnostic> {
    let source = document.source();
    let stem = source.path.strip_suffix(".md")?;
    let name = stem.rsplit('/').next()?;
    let (_, written) = name.rsplit_once('.')?;
    let tag = language_tag(written)?;
    if declared(written, config).is_some() {
        return None;
    }
    let base = tag.split('-').next().unwrap_or_default();
    let near = declared(&tag, config).or_else(|| declared(base, config));
    let message =
        format!("`{name}.md` is in the language `{written}`, which site.toml does not declare");
    let help = match near {
        Some(near) => format!(
            "rename it so that its name ends in `.{near}.md`, or add [languages.{tag}] with a `name` to content/site.toml"
        ),
        None => {
            format!("add [languages.{tag}] with a `name` to content/site.toml, or rename the file")
        }
    };
    Some(
        Diagnostic::new(&UNDECLARED_LANGUAGE, message)
            .at(Place::start_of(source), "")
            .help(help),
    )
}

/// Reports languages that `site.toml` does not declare, but in which its own settings are translated: they were declared before, and
/// every document and form in them would be reported.
pub fn lost_languages(tree: &Tree, config: &SiteConfig, toml: &TomlText) -> Vec<Diagnostic> {
    let mut lost: BTreeMap<&str, &str> = BTreeMap::new();
    for path in tree.texts.keys() {
        let stem = path.strip_suffix(".toml").unwrap_or_default();
        let name = stem.strip_prefix("content/").unwrap_or_default();
        let (name, tag) = name.rsplit_once('.').unwrap_or_default();
        let is_settings = ["site", "menus", "words", "structure"].contains(&name);
        if is_settings && language_tag(tag).is_some() && declared(tag, config).is_none() {
            lost.entry(tag).or_insert(path);
        }
    }
    let report = |(tag, path): (&str, &str)| {
        let message = format!(
            "the language `{tag}` is not declared here, but files such as {path} are in it"
        );
        let help = format!("add [languages.{tag}] with a `name`, or delete the files in `{tag}`");
        Diagnostic::new(&UNDECLARED_LANGUAGE, message)
            .at(toml.locate("/languages", Part::Key), "")
            .help(help)
    };
    lost.into_iter().map(report).collect()
}

/// Reports a document in a folder with the code of a language, where other generators put translations: `hi/about.md`. `is_there` returns
/// whether a file exists.
pub fn language_folder(
    document: &Document,
    rule: &CollectionRule,
    config: &SiteConfig,
    is_there: impl Fn(&str) -> bool,
) -> Option<Diagnostic> {
    let source = document.source();
    let dir = format!("content/{}/", rule.dir.as_ref()?);
    let (folder, rest) = source.path.strip_prefix(&dir)?.split_once('/')?;
    let lang = declared(folder, config).filter(|lang| document.lang != *lang)?;
    let name = rest.strip_suffix(".md")?;
    let has_own = split_language(name, config).is_some();
    if has_own || is_there(&format!("{dir}{name}.{lang}.md")) {
        return None;
    }
    let message = format!(
        "this document is in the folder `{folder}`, but in the language `{}`",
        document.lang
    );
    let diagnostic = Diagnostic::new(&UNDECLARED_LANGUAGE, message).warning();
    let help = format!(
        "if it is a translation, move it to {dir}{name}.{lang}.md; if it is not, rename the folder"
    );
    Some(diagnostic.at(Place::start_of(source), "").help(help))
}

/// Reports a document whose name has the code of a language at another place than before `.md`, `contact-hi.md`, beside its original
/// `contact.md`.
/// `is_there` returns whether a file exists.
pub fn misplaced_language(
    document: &Document,
    rule: &CollectionRule,
    config: &SiteConfig,
    is_there: impl Fn(&str) -> bool,
) -> Option<Diagnostic> {
    let source = document.source();
    let stem = source.path.strip_suffix(".md")?;
    let signs = ['-', '_', '.', ' '];
    let other = |tag: &str| declared(tag, config).filter(|lang| *lang != config.language);
    let (folder, file) = stem.rsplit_once('/')?;
    let first = file.split_once('.');
    let first = first.and_then(|(tag, name)| Some((name, other(tag)?)));
    let (base, lang, why) = if let Some((name, lang)) = first {
        // The language comes first: `hi.contact.md`.
        let why = "the language follows the name";
        (format!("{folder}/{name}"), lang, why)
    } else {
        let (base, last) = stem.rsplit_once(signs)?;
        if let Some(lang) = other(last) {
            (base.to_owned(), lang, "the language follows one dot")
        } else {
            // A word follows the language: `contact.hi.final.md`.
            let (base, tag) = base.rsplit_once('.')?;
            (base.to_owned(), other(tag)?, "nothing follows the language")
        }
    };
    let base = base.trim_end_matches(signs);
    let meant = format!("{base}.{lang}.md");
    if !is_there(&format!("{base}.md")) || is_there(&meant) {
        return None;
    }
    let name = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
    let message = format!(
        "`{}` has the name of a translation of `{}.md`",
        name(&source.path),
        name(base)
    );
    let diagnostic = Diagnostic::new(&UNDECLARED_LANGUAGE, message).warning();
    let folder = format!("content/{}/", rule.dir.as_deref().unwrap_or_default());
    let below = base.strip_prefix(&folder).unwrap_or(base);
    let route = rule.route.as_ref();
    let route = route.map(|route| {
        route
            .replace("{slug}", &name(base))
            .replace("{path}", below)
    });
    let diagnostic = match route.filter(|route| !route.contains('{')) {
        Some(route) => diagnostic.part("path", format!("/{lang}{route}")),
        None => diagnostic,
    };
    let fix = Fix {
        label: format!("rename it to {}", name(&meant)),
        is_safe: false,
        changes: vec![Change::Move {
            from: source.path.clone(),
            to: meant.clone(),
        }],
    };
    let help = format!("rename it to {}: {why}", name(&meant));
    Some(
        diagnostic
            .at(Place::start_of(source), "")
            .help(help)
            .fix(fix),
    )
}

/// Extensions of files that are also codes of countries: `main.rs.md` is about a program.
const EXTENSIONS: [&str; 6] = ["cc", "md", "ps", "py", "rs", "sh"];

/// Reports a document whose name ends in the code of a country, beside its original: `contact.in.md` beside `contact.md`. `is_there`
/// returns whether a file exists.
pub fn country_for_language(
    document: &Document,
    config: &SiteConfig,
    is_there: impl Fn(&str) -> bool,
) -> Option<Diagnostic> {
    let source = document.source();
    let stem = source.path.strip_suffix(".md")?;
    let (base, tag) = stem.rsplit_once('.')?;
    let lower = tag.to_ascii_lowercase();
    let is_country = COUNTRIES.iter().any(|(country, _)| *country == lower)
        || COUNTRY_CODES
            .split(' ')
            .any(|one| one.eq_ignore_ascii_case(tag));
    let is_other = declared(tag, config).is_none() && language_tag(tag).is_none();
    let is_code = is_country && !EXTENSIONS.contains(&lower.as_str());
    if !is_code || !is_other || !is_there(&format!("{base}.md")) {
        return None;
    }
    let name = base.rsplit('/').next().unwrap_or_default();
    let names = config
        .languages
        .keys()
        .map(|lang| format!("{name}.{lang}.md"));
    let names: Vec<String> = names.collect();
    let message = format!("`{tag}` is the code of a country, not of a language of this site");
    let diagnostic = Diagnostic::new(&UNDECLARED_LANGUAGE, message).warning();
    let help = format!("name the file {}", one_of(names.iter().map(String::as_str)));
    Some(diagnostic.at(Place::start_of(source), "").help(help))
}

/// Returns the name of a language of the site in English; if it is not known, its name in `site.toml`.
pub fn language_name(lang: &str, config: &SiteConfig) -> String {
    let code = lang.split('-').next().unwrap_or(lang);
    if let Some((name, _)) = NAMES.iter().find(|(_, known)| *known == code) {
        let (first, rest) = name.split_at(1);
        return first.to_ascii_uppercase() + rest;
    }
    let language = config.languages.get(lang);
    language.map_or(lang, |language| &language.name).to_owned()
}

/// Reports languages that `site.toml` declares twice, with tags that differ only in case.
pub fn duplicate_languages(
    languages: &BTreeMap<String, Language>,
    main: &str,
    toml: &TomlText,
) -> Vec<Diagnostic> {
    let tags: Vec<&str> = languages.keys().map(String::as_str).collect();
    let duplicates = tags.iter().enumerate().filter_map(|(index, tag)| {
        let mut earlier = tags[..index].iter().chain([&main]);
        Some((*tag, *earlier.find(|one| is_same(one, tag))?))
    });
    let report = |(tag, other): (&str, &str)| {
        if is_same(tag, main) {
            let message = format!("`{tag}` is the main language, and no other one");
            let main = toml.locate("/language", Part::Value);
            return Diagnostic::new(&UNDECLARED_LANGUAGE, message)
                .at(toml.locate(&format!("/languages/{tag}"), Part::Key), "")
                .help("delete this table: `language` declares the main language, whose URLs have no tag")
                .related(main, "it is declared here");
        }
        let message = format!("`{tag}` and `{other}` are the same language");
        Diagnostic::new(&UNDECLARED_LANGUAGE, message)
            .at(toml.locate(&format!("/languages/{tag}"), Part::Key), "")
            .help(
                "keep one of them; the URLs of a language begin with the tag as it is written here",
            )
    };
    duplicates.map(report).collect()
}

/// Codes of countries that are taken for those of their languages, each with the language.
const COUNTRIES: [(&str, &str); 8] = [
    ("gb", "en-GB"),
    ("us", "en-US"),
    ("cn", "zh"),
    ("jp", "ja"),
    ("gr", "el"),
    ("dk", "da"),
    ("cz", "cs"),
    ("ua", "uk"),
];

/// Names and codes of countries with three letters, each with the code of two letters (ISO 3166-1).
const REGIONS: [(&str, &str); 30] = [
    ("australia", "AU"),
    ("aus", "AU"),
    ("austria", "AT"),
    ("brazil", "BR"),
    ("bra", "BR"),
    ("canada", "CA"),
    ("can", "CA"),
    ("china", "CN"),
    ("chn", "CN"),
    ("england", "GB"),
    ("gbr", "GB"),
    ("britain", "GB"),
    ("france", "FR"),
    ("fra", "FR"),
    ("germany", "DE"),
    ("deu", "DE"),
    ("india", "IN"),
    ("ind", "IN"),
    ("ireland", "IE"),
    ("irl", "IE"),
    ("italy", "IT"),
    ("ita", "IT"),
    ("japan", "JP"),
    ("jpn", "JP"),
    ("mexico", "MX"),
    ("mex", "MX"),
    ("portugal", "PT"),
    ("spain", "ES"),
    ("esp", "ES"),
    ("usa", "US"),
];

/// Codes of countries with two letters (ISO 3166-1), and those of other regions in the registry of language tags.
const COUNTRY_CODES: &str = "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW \
    BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD \
    GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP \
    KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG \
    NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR \
    SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW \
    AC CP DG EA EU IC TA UN";

/// Returns the canonical form of a language tag if it has another code of a language or a country: `en-GB` for `en-UK`, `hi` for `hin`
/// (RFC 5646, section 2.2).
fn canonical_tag(tag: &str) -> Option<String> {
    let mut locale = Locale::try_from_str(tag).ok()?;
    let written = locale.id.clone();
    LocaleCanonicalizer::new_extended().canonicalize(&mut locale);
    let length = |id: &LanguageIdentifier| id.language.as_str().len();
    let is_shorter = length(&locale.id) < length(&written);
    (is_shorter || written.region != locale.id.region).then(|| locale.to_string())
}

/// Returns the help for a tag that browsers do not know, or `None` if they do.
fn help_for_tag(tag: &str) -> Option<String> {
    // `zh-yue` is a language as well, but countries are in capitals.
    let country = tag.split('-').nth(1).unwrap_or_default();
    let code = tag.split('-').next().unwrap_or_default();
    let lower = country.to_ascii_lowercase();
    let mut known = REGIONS.iter();
    if let Some((_, region)) = known.find(|(name, _)| *name == lower)
        && (country.len() > 3 || country != lower)
    {
        return Some(format!("write `{code}-{region}`"));
    }
    if country.len() == 3 && country.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return Some("write a country as two letters, such as hi-IN".to_owned());
    }
    let is_country = country.len() == 2 && country.bytes().all(|byte| byte.is_ascii_uppercase());
    let is_known = || COUNTRY_CODES.split(' ').any(|one| one == country);
    let canonical = canonical_tag(tag);
    if is_country && canonical.is_none() && !is_known() {
        return Some(format!(
            "write `{code}`, or a code of ISO 3166 after the hyphen, such as {code}-IN"
        ));
    }
    canonical.map(|meant| format!("write `{meant}`"))
}

/// Reports languages whose code ISO 639 does not have, or has in a shorter form, so browsers and screen readers do not know them.
pub fn unknown_languages(
    languages: &BTreeMap<String, Language>,
    main: &str,
    toml: &TomlText,
) -> Vec<Diagnostic> {
    let others = languages.keys().map(String::as_str);
    let all = others.map(|tag| (tag, toml.locate(&format!("/languages/{tag}"), Part::Key)));
    let main = (main, toml.locate("/language", Part::Value));
    let unknown = std::iter::once(main).chain(all).filter_map(|(tag, place)| {
        let code = tag.split('-').next()?.to_ascii_lowercase();
        let is_known = LANGUAGES.split(' ').any(|one| one == code);
        let country = COUNTRIES.iter().find(|(country, _)| *country == code);
        let (message, help) = if code.len() != 2 || is_known {
            let message = format!("browsers do not know the language `{tag}`");
            (message, help_for_tag(tag)?)
        } else {
            let help = match country {
                Some((_, language)) => {
                    format!("this is the code of a country: write `{language}`")
                }
                None => canonical_tag(tag).map_or_else(
                    || "write the code of ISO 639, such as en, hi or zh".to_owned(),
                    |meant| format!("write `{meant}`"),
                ),
            };
            (format!("no language has the code `{code}`"), help)
        };
        let diagnostic = Diagnostic::new(&UNDECLARED_LANGUAGE, message).warning();
        Some(diagnostic.at(place, "").help(help))
    });
    unknown.collect()
}

/// Returns the tag of a language that the end of a file's name looks like: a code with perhaps a script and a region, or a
/// language's name in English. Returns `None` for anything else.
pub fn language_tag(written: &str) -> Option<String> {
    // `de_DE.UTF-8` is a locale of Unix.
    let plain = written.split(['.', '@']).next().unwrap_or_default();
    let lower = plain.to_ascii_lowercase();
    if let Some((_, code)) = NAMES.iter().find(|(name, _)| *name == lower) {
        return Some((*code).to_owned());
    }
    // `English (Ireland)`.
    if let Some((name, country)) = lower.split_once(' ') {
        let country = country.trim_matches(['(', ')', ' ']);
        let (_, code) = NAMES.iter().find(|(known, _)| *known == name)?;
        let region = REGIONS.iter().find(|(known, _)| *known == country);
        return Some(region.map_or((*code).to_owned(), |(_, region)| format!("{code}-{region}")));
    }
    let mut parts = lower.split(['-', '_']);
    let code = parts.next()?;
    if code.len() != 2 || !LANGUAGES.contains(code) {
        return None;
    }
    let mut tag = code.to_owned();
    for part in parts {
        let is_letters = part.bytes().all(|byte| byte.is_ascii_alphabetic());
        let is_digits = part.bytes().all(|byte| byte.is_ascii_digit());
        match part.len() {
            2 if is_letters => tag.push_str(&format!("-{}", part.to_ascii_uppercase())),
            3 if is_digits => tag.push_str(&format!("-{part}")),
            4 if is_letters => {
                let (first, rest) = part.split_at(1);
                tag.push_str(&format!("-{}{rest}", first.to_ascii_uppercase()));
            }
            _ => return None,
        }
    }
    Some(tag)
}

/// Two-letter language codes (ISO 639-1).
const LANGUAGES: &str = "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv \
    dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv \
    ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no \
    nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti \
    tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu";

/// Names of languages with their codes: first those in English, then others that people write.
const NAMES: [(&str, &str); 44] = [
    ("arabic", "ar"),
    ("assamese", "as"),
    ("bengali", "bn"),
    ("chinese", "zh"),
    ("czech", "cs"),
    ("danish", "da"),
    ("dutch", "nl"),
    ("english", "en"),
    ("finnish", "fi"),
    ("french", "fr"),
    ("german", "de"),
    ("greek", "el"),
    ("gujarati", "gu"),
    ("hebrew", "he"),
    ("hindi", "hi"),
    ("hungarian", "hu"),
    ("indonesian", "id"),
    ("italian", "it"),
    ("japanese", "ja"),
    ("kannada", "kn"),
    ("korean", "ko"),
    ("malayalam", "ml"),
    ("marathi", "mr"),
    ("nepali", "ne"),
    ("norwegian", "no"),
    ("persian", "fa"),
    ("polish", "pl"),
    ("portuguese", "pt"),
    ("punjabi", "pa"),
    ("russian", "ru"),
    ("spanish", "es"),
    ("swedish", "sv"),
    ("tamil", "ta"),
    ("telugu", "te"),
    ("thai", "th"),
    ("turkish", "tr"),
    ("urdu", "ur"),
    ("bangla", "bn"),
    ("deutsch", "de"),
    ("eng", "en"),
    ("espanol", "es"),
    ("francais", "fr"),
    ("guj", "gu"),
    ("hin", "hi"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_that_browsers_do_not_know() {
        for (tag, expected) in [
            ("en-UK", Some("en-GB")),
            ("hin", Some("hi")),
            ("guj-IN", Some("gu-IN")),
            ("hi-IND", None),
            ("zh-yue", None),
            ("en-GB", None),
            ("pt-br", None),
            ("zh-hant", None),
            ("no", None),
            ("fil", None),
            ("sr-Latn", None),
        ] {
            assert_eq!(canonical_tag(tag).as_deref(), expected, "{tag}");
        }
    }

    #[test]
    fn names_of_files() {
        let config: SiteConfig = toml::from_str(
            "name = \"A\"\nbase_url = \"https://a.example\"\ntheme = \"t\"\nlanguage = \"en\"\n\
             [languages.hi]\nname = \"हिन्दी\"\n[languages.pt-BR]\nname = \"Português\"\n",
        )
        .unwrap();
        for (name, expected) in [
            ("about.hi", Some(("about", "hi"))),
            ("repairs.HI", Some(("repairs", "hi"))),
            ("about.pt-br", Some(("about", "pt-BR"))),
            ("about.pt_BR", Some(("about", "pt-BR"))),
            ("about.en", Some(("about", "en"))),
            ("v1.2", None),
            ("about", None),
            ("about.hi-IN", None),
        ] {
            assert_eq!(split_language(name, &config), expected, "{name}");
        }
        for (written, tag) in [
            ("fr", Some("fr")),
            ("en-GB", Some("en-GB")),
            ("hi_in", Some("hi-IN")),
            ("zh-hans-CN", Some("zh-Hans-CN")),
            ("es-419", Some("es-419")),
            ("hindi", Some("hi")),
            ("ics", None),
            ("2", None),
            ("en-x", None),
            ("min", None),
        ] {
            assert_eq!(language_tag(written).as_deref(), tag, "{written}");
        }
    }
}
