//! Tests of share cards.

use std::fs;

use assets::{CardDrawing, Encoding, card_renderer, draw_cards};
use diagnostic::Source;

use crate::project::{Project, shown};

#[test]
fn share_cards_are_drawn_once() {
    let project = Project::with_widgets(&[]);
    let svg = |words: &str| {
        let font = "@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2?wght=600&amp;opsz=72";
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1200\" height=\"630\">\n<style>@font-face \
             {{ font-family: Newsreader; src: url({font}) }}</style>\n\
             <text y=\"99\" font-family=\"Newsreader\" font-size=\"90\">{words}</text>\n</svg>"
        )
    };
    let template = Source::new("theme/templates/card.svg", svg("{{ page.title }}"));
    let draw = |words: &[&str], encoding| {
        let outputs = words
            .iter()
            .map(|words| (format!("assets/cards/{words}.png"), svg(words)));
        let outputs: Vec<(String, String)> = outputs.collect();
        let cards = outputs
            .iter()
            .zip(words)
            .map(|((output, svg), key)| CardDrawing { output, key, svg });
        let cards: Vec<CardDrawing<'_>> = cards.collect();
        project.with(|inputs| draw_cards(inputs, &template, &cards, encoding))
    };
    let later = draw(&["About"], Encoding::Later);
    assert!(later.errors.is_empty() && later.files["assets/cards/About.png"].is_empty());
    let drawn = draw(&["About", "₹"], Encoding::Now);
    assert_eq!(
        shown(&drawn.errors),
        ["theme/templates/card.svg:3:1 card-error: no font of the card has “₹” (U+20B9)"]
    );
    let names: Vec<&String> = drawn.files.keys().collect();
    assert_eq!(names, ["assets/cards/About.png"]);
    let png = &drawn.files["assets/cards/About.png"];
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x04\xB0\0\0\x02\x76"));

    let renderer = project.with(card_renderer);
    project.write("theme/styles/fonts/own.woff2", "");
    assert_ne!(project.with(card_renderer), renderer);
    // A run of Node would fail now, because it would find no packages.
    fs::rename(
        project.path("widgets/node_modules"),
        project.path("elsewhere"),
    )
    .unwrap();
    let again = draw(&["About"], Encoding::Now);
    assert!(again.errors.is_empty() && again.files["assets/cards/About.png"] == *png);
}
